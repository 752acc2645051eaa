//! The live social catalog, and its differences from the one that a client was generated from.

mod changes;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::http::bounded_json;
use crate::http::call::data_path;
use crate::http::exchange::{self, OutgoingRequest, Settlement, Terms, Unreadable};
use crate::lenient::{Fields, text};
use crate::{Client, Error, HttpRequest, ResponseKind, Result, Usd, http::address};

pub use changes::{CatalogChange, ChangeKind};

/// Current catalog of the service.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// for change in client.catalog().await?.changes() {
///     println!("{change}");
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LiveCatalog {
    /// Endpoints that could be read.
    pub cells: Vec<LiveCell>,
    /// Number of endpoints that could not be read.
    pub unreadable: usize,
    changes: Vec<CatalogChange>,
}

impl LiveCatalog {
    /// Changes since the client was generated that can break a call, in the order of the paths: endpoints, prices,
    /// status, parameters, their types, required flags, and at-least-one-of groups.
    pub fn changes(&self) -> &[CatalogChange] {
        &self.changes
    }
}

/// Endpoint in the live catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveCell {
    /// Path, without the base URL.
    pub path: String,
    /// Price of a call, if it is published.
    pub price: Option<Usd>,
    /// Availability, if it is published.
    pub status: Option<String>,
    /// Parameters; `None` if they cannot be read.
    pub params: Option<Vec<LiveParam>>,
    /// At-least-one-of groups; `None` if they cannot be read.
    pub groups: Option<Vec<Vec<String>>>,
}

/// Parameter of an endpoint in the live catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveParam {
    /// Name in the query string.
    pub name: String,
    /// Type, such as `integer`, if it is published.
    pub published_type: Option<String>,
    /// True if the parameter is required; `None` if that is not published.
    pub required: Option<bool>,
}

impl Client {
    /// Fetches the live social catalog, without the key, and compares it with the one that this client was generated
    /// from.
    ///
    /// Requires the dashboard URL, from the environment or from [`dash_url`](crate::ClientBuilder::dash_url).
    pub async fn catalog(&self) -> Result<LiveCatalog> {
        let (cells, unreadable) = self.fetch_catalog(read).await?;
        let compiled = self.operations().filter(|it| it.response == ResponseKind::Data);
        let changes = changes::compare(compiled.map(|it| (self.live_path(it.path), it)).collect(), &cells);
        Ok(LiveCatalog { cells, unreadable, changes })
    }

    /// Fetches the live social catalog, without the key, as the service sends it. [`catalog`](Self::catalog) describes the requirement.
    pub async fn catalog_text(&self) -> Result<String> {
        let text = |body: &[u8]| read(body).map(|_| String::from_utf8_lossy(body).into_owned());
        self.fetch_catalog(text).await
    }

    async fn fetch_catalog<T>(&self, read: impl Fn(&[u8]) -> Result<T, Unreadable>) -> Result<T> {
        let inner = self.inner();
        let dash_url = inner.dash_url.as_ref().ok_or_else(|| {
            let name = inner.service.environment.dash_url;
            Error::Config(format!("cannot fetch the catalog; help: set `{name}`, or `dash_url` of the builder"))
        })?;
        let request = HttpRequest::get(address::append_path(dash_url, inner.service.catalog_path));
        let mut outgoing =
            OutgoingRequest { request: Box::new(request), settings: &inner.settings, terms: Terms::Free, open: false };
        let read = |reply: &exchange::ReceivedResponse| Ok((read(&reply.body)?, Settlement::FREE));
        Ok(exchange::send(self, &mut outgoing, read).await?.0)
    }

    /// Returns a generated path with the current key of its platform.
    fn live_path(&self, path: &'static str) -> String {
        self.renamed(path).and_then(|live| data_path(self.service(), live).ok()).unwrap_or_else(|| path.to_owned())
    }
}

#[derive(Deserialize)]
struct Catalog<'a> {
    #[serde(borrow)]
    cells: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Cell<'a> {
    path: String,
    #[serde(borrow, default)]
    price_usd: Option<&'a RawValue>,
    #[serde(default)]
    status: Value,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    require_one_of: Value,
}

/// Reads the cells one by one, so that an unreadable cell does not hide the others.
fn read(body: &[u8]) -> Result<(Vec<LiveCell>, usize), Unreadable> {
    let catalog: Catalog<'_> = bounded_json::from_slice(body).map_err(|error| Unreadable::Broken(Arc::new(error)))?;
    let cell = |raw: &&RawValue| {
        let cell: Cell<'_> = serde_json::from_str(raw.get()).ok()?;
        let price = cell.price_usd.and_then(|it| it.get().trim_matches('"').parse().ok());
        Some(LiveCell {
            path: cell.path,
            price,
            status: text(cell.status).ok(),
            params: list(cell.params, param),
            // The field exists only if there are groups.
            groups: if cell.require_one_of.is_null() { Some(Vec::new()) } else { list(cell.require_one_of, group) },
        })
    };
    let cells: Vec<_> = catalog.cells.iter().filter_map(cell).collect();
    let unreadable = catalog.cells.len() - cells.len();
    Ok((cells, unreadable))
}

/// Returns the items of a list; `None` if there is no list or an item cannot be read.
fn list<T>(value: Value, read: impl Fn(Value) -> Option<T>) -> Option<Vec<T>> {
    let Value::Array(items) = value else { return None };
    items.into_iter().map(read).collect()
}

fn param(value: Value) -> Option<LiveParam> {
    let mut fields = Fields::of(value).ok()?;
    Some(LiveParam {
        name: fields.text("name")?,
        published_type: fields.text("type"),
        required: fields.flag("required"),
    })
}

fn group(value: Value) -> Option<Vec<String>> {
    list(value, |name| text(name).ok())
}
