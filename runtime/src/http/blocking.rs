//! The same calls for programs without async code.

use std::future::Future;
use std::sync::OnceLock;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::{Client, Error, LiveCatalog, Pages, Response, Result, Sending, SocialResult};

/// Waits for a future on a runtime that all blocking calls share.
fn wait<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    if Handle::try_current().is_ok() {
        return Err(Error::Config("a blocking call in async code would stall it; await the call instead".into()));
    }
    static RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| Builder::new_multi_thread().worker_threads(1).enable_all().build());
    match runtime {
        Ok(runtime) => runtime.block_on(future),
        Err(error) => Err(Error::Config(format!("no thread for blocking calls can be started: {error}"))),
    }
}

impl Sending {
    /// Waits for the reply.
    ///
    /// ```no_run
    /// # fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// let reply = client.social("p1", "trending").send().wait()?;
    /// # Ok(()) }
    /// ```
    pub fn wait(self) -> Result<Response<SocialResult>> {
        wait(self)
    }
}

impl Client {
    /// [`catalog`](Client::catalog), waited for.
    pub fn catalog_blocking(&self) -> Result<LiveCatalog> {
        wait(self.catalog())
    }
}

/// Pages as an iterator.
#[derive(Debug)]
pub struct BlockingPages(Pages);

impl Pages {
    /// The same pages, waited for one by one.
    ///
    /// ```no_run
    /// # fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// for page in client.social("p1", "trending").pages_by(|_| None).blocking() {
    ///     println!("{}", page?.data);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn blocking(self) -> BlockingPages {
        BlockingPages(self)
    }
}

impl BlockingPages {
    /// The pages as a stream again.
    pub fn into_inner(self) -> Pages {
        self.0
    }
}

impl Iterator for BlockingPages {
    type Item = Result<Response<SocialResult>>;

    fn next(&mut self) -> Option<Self::Item> {
        match wait(async { Ok(self.0.next().await) }) {
            Ok(page) => page,
            Err(error) => Some(Err(error)),
        }
    }
}
