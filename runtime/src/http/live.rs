//! The live social catalog, and what it says differently from the one a client was generated from.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::http::call::social_path;
use crate::http::exchange::{self, Order, Terms, Unreadable};
use crate::{Client, Error, HttpRequest, Listing, Result, Status, Usd, http::address, visible};

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
    /// What changed since the client was generated, in the order of the paths.
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
}

/// One difference between the live catalog and the one the client was generated from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogChange {
    /// An endpoint that this client has no function for.
    New(LiveCell),
    /// An endpoint that is no longer listed.
    Gone {
        /// Its path.
        path: String,
    },
    /// An endpoint that was on sale and is paused.
    Paused {
        /// Its path.
        path: String,
    },
    /// An endpoint that was paused and is on sale again.
    Back {
        /// Its path.
        path: String,
    },
    /// An endpoint with another price.
    Price {
        /// Its path.
        path: String,
        /// What the client was generated with.
        was: Option<Usd>,
        /// What it costs now.
        now: Option<Usd>,
    },
}

impl fmt::Display for CatalogChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let price = |price: &Option<Usd>| price.map_or("not published".to_owned(), |it| format!("{it} USD"));
        match self {
            Self::New(cell) => write!(f, "{} is new; its price is {}", visible(&cell.path), price(&cell.price)),
            Self::Gone { path } => write!(f, "{} is gone", visible(path)),
            Self::Paused { path } => write!(f, "{} is paused", visible(path)),
            Self::Back { path } => write!(f, "{} is on sale again", visible(path)),
            Self::Price { path, was, now } => {
                write!(f, "{}: the price was {} and is {}", visible(path), price(was), price(now))
            }
        }
    }
}

impl Client {
    /// Fetches the live social catalog, without the key, and compares it with what this client was generated from.
    ///
    /// Where it is must be known: `GATEWAY_DASH_URL`, or [`dash_url`](crate::ClientBuilder::dash_url).
    pub async fn catalog(&self) -> Result<LiveCatalog> {
        let inner = self.inner();
        let dash_url = inner.dash_url.as_ref().ok_or_else(|| {
            Error::Config("set GATEWAY_DASH_URL, or `dash_url` of the builder, to fetch the catalog".into())
        })?;
        let request = HttpRequest::get(address::below(dash_url, "/api/social/catalog"));
        let mut order =
            Order { request: Box::new(request), settings: &inner.settings, terms: Terms::Free, open: false };
        let ((cells, unreadable), _) = exchange::send(self, &mut order, |reply| read(&reply.body)).await?;
        let compiled = inner.listings.iter().copied().flatten();
        let changes = compare(compiled.map(|it| (self.live_path(it.path), it)).collect(), &cells);
        Ok(LiveCatalog { cells, unreadable, changes })
    }

    /// A generated path under the key that its platform has now.
    fn live_path(&self, path: &'static str) -> String {
        self.renamed(path).and_then(|live| social_path(live).ok()).unwrap_or_else(|| path.to_owned())
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
    status: Option<String>,
}

/// The cells one by one, so that one which cannot be read does not hide the others.
fn read(body: &[u8]) -> Result<(Vec<LiveCell>, usize), Unreadable> {
    let catalog: Catalog<'_> = serde_json::from_slice(body).map_err(|error| Unreadable::Broken(Arc::new(error)))?;
    let cell = |raw: &&RawValue| {
        let cell: Cell<'_> = serde_json::from_str(raw.get()).ok()?;
        let price = cell.price_usd.and_then(|it| it.get().trim_matches('"').parse().ok());
        Some(LiveCell { path: cell.path, price, status: cell.status })
    };
    let cells: Vec<_> = catalog.cells.iter().filter_map(cell).collect();
    let unreadable = catalog.cells.len() - cells.len();
    Ok((cells, unreadable))
}

fn compare(compiled: BTreeMap<String, &Listing>, cells: &[LiveCell]) -> Vec<CatalogChange> {
    let live: BTreeMap<_, _> = cells.iter().map(|cell| (cell.path.as_str(), cell)).collect();
    let mut changes = Vec::new();
    for (path, listing) in &compiled {
        let path = path.clone();
        let Some(cell) = live.get(path.as_str()) else {
            changes.push(CatalogChange::Gone { path });
            continue;
        };
        let was_paused = listing.status == Some(Status::Paused);
        match (was_paused, cell.status.as_deref() == Some("paused")) {
            (false, true) => changes.push(CatalogChange::Paused { path: path.clone() }),
            (true, false) => changes.push(CatalogChange::Back { path: path.clone() }),
            _ => {}
        }
        if listing.price != cell.price {
            changes.push(CatalogChange::Price { path, was: listing.price, now: cell.price });
        }
    }
    let new = live.iter().filter(|(path, _)| !compiled.contains_key(**path));
    changes.extend(new.map(|(_, cell)| CatalogChange::New((*cell).clone())));
    changes
}
