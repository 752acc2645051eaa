//! The live social catalog, and what it says differently from the one a client was generated from.

mod changes;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::http::call::data_path;
use crate::http::exchange::{self, Order, Terms, Unreadable};
use crate::lenient::{Fields, text};
use crate::{Client, Error, HttpRequest, ResponseKind, Result, Usd, http::address};

pub use changes::{CatalogChange, ChangeKind};

/// The catalog as it is served now.
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
    /// The endpoints that could be read.
    pub cells: Vec<LiveCell>,
    /// How many could not.
    pub unreadable: usize,
    changes: Vec<CatalogChange>,
}

impl LiveCatalog {
    /// Changes since the client was generated that can break a call, in the order of the paths: endpoints, prices, status,
    /// parameters, their types, required flags, and at-least-one-of groups.
    pub fn changes(&self) -> &[CatalogChange] {
        &self.changes
    }
}

/// An endpoint of the live catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveCell {
    /// The path below the base URL.
    pub path: String,
    /// The price of a call, if it is published.
    pub price: Option<Usd>,
    /// Whether it is on sale, if that is published.
    pub status: Option<String>,
    /// The parameters; `None` if they cannot be read.
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
    /// Whether a call needs it, if that is published.
    pub required: Option<bool>,
}

impl Client {
    /// Fetches the live social catalog, without the key, and compares it with what this client was generated from.
    ///
    /// It needs the URL of the dashboard, from the environment or from [`dash_url`](crate::ClientBuilder::dash_url).
    pub async fn catalog(&self) -> Result<LiveCatalog> {
        let inner = self.inner();
        let dash_url = inner.dash_url.as_ref().ok_or_else(|| {
            let name = inner.service.environment.dash_url;
            Error::Config(format!("set {name}, or `dash_url` of the builder, to fetch the catalog"))
        })?;
        let request = HttpRequest::get(address::below(dash_url, inner.service.catalog_path));
        let mut order =
            Order { request: Box::new(request), settings: &inner.settings, terms: Terms::Free, open: false };
        let ((cells, unreadable), _) = exchange::send(self, &mut order, |reply| read(&reply.body)).await?;
        let compiled = self.operations().filter(|it| it.response == ResponseKind::Data);
        let changes = changes::compare(compiled.map(|it| (self.live_path(it.path), it)).collect(), &cells);
        Ok(LiveCatalog { cells, unreadable, changes })
    }

    /// A generated path under the key that its platform has now.
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

/// The cells one by one, so that one which cannot be read does not hide the others.
fn read(body: &[u8]) -> Result<(Vec<LiveCell>, usize), Unreadable> {
    let catalog: Catalog<'_> = serde_json::from_slice(body).map_err(|error| Unreadable::Broken(Arc::new(error)))?;
    let cell = |raw: &&RawValue| {
        let cell: Cell<'_> = serde_json::from_str(raw.get()).ok()?;
        let price = cell.price_usd.and_then(|it| it.get().trim_matches('"').parse().ok());
        Some(LiveCell {
            path: cell.path,
            price,
            status: text(cell.status).ok(),
            params: list(cell.params, param),
            // The field is there only when there are groups.
            groups: if cell.require_one_of.is_null() { Some(Vec::new()) } else { list(cell.require_one_of, group) },
        })
    };
    let cells: Vec<_> = catalog.cells.iter().filter_map(cell).collect();
    let unreadable = catalog.cells.len() - cells.len();
    Ok((cells, unreadable))
}

/// The items of a list, if there is one and each of them can be read.
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
