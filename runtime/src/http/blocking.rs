//! Blocking calls, for programs without async code.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::OnceLock;

use futures_core::Stream;
use tokio::runtime::{Builder, Runtime};

use crate::{
    Client, Error, Events, Incoming, Item, Items, LiveCatalog, PageState, Pages, Pending, Response, Result,
    StreamProtocol, Typed, Untyped,
};

/// Runs a future on a separate runtime, which all blocking calls share, and waits for its result.
///
/// The caller may be on a thread that async code set aside for blocking calls. A thread that runs async code would be
/// blocked meanwhile. A caller on a thread of the separate runtime, such as a tool of an agent, hands its other tasks to another
/// thread first.
pub(crate) fn wait<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> Result<T> {
    static RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).enable_all().on_thread_start(|| IS_OWN_THREAD.set(true)).build()
    });
    let problem = |problem: &dyn std::fmt::Display| Error::Config(format!("cannot run blocking calls: {problem}"));
    let runtime = runtime.as_ref().map_err(|error| problem(error))?;
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    runtime.spawn(async move { sender.send(future.await) });
    let receive = || receiver.recv();
    let received = if IS_OWN_THREAD.get() { tokio::task::block_in_place(receive) } else { receive() };
    received.map_err(|_| problem(&"the worker thread has ended"))
}

thread_local! {
    /// True on the threads of the separate runtime.
    static IS_OWN_THREAD: Cell<bool> = const { Cell::new(false) };
}

impl<T: Send + 'static> Pending<T> {
    /// Blocks until the call has ended, and returns its result.
    ///
    /// ```no_run
    /// # fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// let reply = client.social("p1", "trending").send().blocking()?;
    /// # Ok(()) }
    /// ```
    pub fn blocking(self) -> Result<T> {
        wait(self)?
    }
}

/// Blocking iterator over the events of a response.
#[derive(Debug)]
pub struct BlockingEvents<P: StreamProtocol>(Option<Events<P>>);

impl<P: StreamProtocol> Events<P> {
    /// Returns the events as a blocking iterator.
    pub fn blocking(self) -> BlockingEvents<P> {
        BlockingEvents(Some(self))
    }
}

impl<P: StreamProtocol> Iterator for BlockingEvents<P> {
    type Item = Result<P::Event>;

    fn next(&mut self) -> Option<Self::Item> {
        next(&mut self.0)
    }
}

impl Incoming {
    /// Blocking version of [`save`](Incoming::save).
    pub fn save_blocking(self, path: impl AsRef<std::path::Path>) -> Result<u64> {
        let path = path.as_ref().to_owned();
        wait(async move { self.save(path).await })?
    }
}

impl Client {
    /// Blocking version of [`catalog`](Client::catalog).
    pub fn catalog_blocking(&self) -> Result<LiveCatalog> {
        let client = self.clone();
        wait(async move { client.catalog().await })?
    }

    /// Blocking version of [`download`](Client::download).
    pub fn download_blocking(&self, url: &str) -> Result<Response<()>> {
        let (client, url) = (self.clone(), url.to_owned());
        wait(async move { client.download(&url).await })?
    }
}

/// Blocking iterator over pages.
#[derive(Debug)]
pub struct BlockingPages<E = Untyped>(Option<Pages<E>>);

impl<E> Pages<E> {
    /// Returns the pages as a blocking iterator.
    ///
    /// ```no_run
    /// # fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// for page in client.social("p1", "trending").pages_by(|_| None).blocking() {
    ///     println!("{}", page?.data);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn blocking(self) -> BlockingPages<E> {
        BlockingPages(Some(self))
    }
}

impl<E> BlockingPages<E> {
    /// Returns the pagination state.
    pub fn state(&self) -> Option<&PageState> {
        self.0.as_ref().map(Pages::state)
    }
}

impl<E: 'static> Iterator for BlockingPages<E> {
    type Item = Result<Response<Typed<E>>>;

    fn next(&mut self) -> Option<Self::Item> {
        next(&mut self.0)
    }
}

/// Blocking iterator over the items of all pages.
#[derive(Debug)]
pub struct BlockingItems<E = Untyped>(Option<Items<E>>);

impl<E> Items<E> {
    /// Returns the items as a blocking iterator.
    pub fn blocking(self) -> BlockingItems<E> {
        BlockingItems(Some(self))
    }
}

impl<E> BlockingItems<E> {
    /// Returns the pagination state.
    pub fn state(&self) -> Option<PageState> {
        self.0.as_ref().map(Items::state)
    }
}

impl<E: 'static> Iterator for BlockingItems<E> {
    type Item = Result<Item<E>>;

    fn next(&mut self) -> Option<Self::Item> {
        next(&mut self.0)
    }
}

/// Waits for the next value of a stream.
fn next<T, S>(stream: &mut Option<S>) -> Option<Result<T>>
where
    T: Send + 'static,
    S: Stream<Item = Result<T>> + Send + Unpin + 'static,
{
    let mut own = stream.take()?;
    let waited = wait(async move {
        let value = poll_fn(|context| Pin::new(&mut own).poll_next(context)).await;
        (own, value)
    });
    match waited {
        Ok((own, value)) => {
            *stream = Some(own);
            value
        }
        Err(error) => Some(Err(error)),
    }
}
