//! Gateway and its builder.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use gatewright::Specs;
use tokio::sync::watch;

use crate::control;
use crate::fault::Fault;
use crate::ledger::{Journal, Ledger};
use crate::model_reply::ModelReply;
use crate::server::{accept, listen};
use crate::social;
use crate::state::State;
use crate::tasks::{SubmittedTask, TaskSettings};

/// Running gateway. It stops when this is dropped.
pub struct Gateway {
    state: Arc<State>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    /// Runtime of a gateway that was started without async code.
    runtime: Option<tokio::runtime::Runtime>,
}

/// Settings of a gateway to start.
///
/// ```no_run
/// # async fn demo() -> Result<(), gatewright_mock::StartError> {
/// let gateway = gatewright_mock::Gateway::builder().port(8080).key("secret").start().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a gateway does not run until you call `start`"]
pub struct GatewayBuilder {
    port: u16,
    key: String,
    accept_x_api_key: bool,
    hosts: Vec<String>,
    /// `None`: the specs of this repository.
    specs: Option<Specs>,
}

/// Error of [`GatewayBuilder::start`].
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The specs have errors; the text contains the diagnostics.
    Specs(String),
    /// The gateway cannot listen on the port.
    Port(u16, std::io::Error),
    /// The threads of the gateway cannot be started.
    Runtime(std::io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Specs(diagnostics) => write!(f, "the specs have errors\n{diagnostics}"),
            Self::Runtime(error) => write!(f, "cannot start threads: {error}"),
            Self::Port(port, error) => write!(f, "cannot listen on port {port}: {error}\nhelp: choose another port"),
        }
    }
}

impl std::error::Error for StartError {}

impl Gateway {
    /// Starts a gateway with the catalog of this repository, on a free port, with the key `mock-key`.
    pub async fn start() -> Result<Self, StartError> {
        Self::builder().start().await
    }

    /// Starts a gateway as [`start`](Self::start) does, for tests without async code. It runs on a thread of its own.
    ///
    /// ```
    /// let gateway = gatewright_mock::Gateway::start_blocking()?;
    /// assert!(gateway.base_url().starts_with("http://127.0.0.1:"));
    /// # Ok::<(), gatewright_mock::StartError>(())
    /// ```
    pub fn start_blocking() -> Result<Self, StartError> {
        Self::builder().start_blocking()
    }

    /// Creates a builder, to change the settings.
    pub fn builder() -> GatewayBuilder {
        GatewayBuilder { port: 0, key: "mock-key".into(), accept_x_api_key: false, hosts: Vec::new(), specs: None }
    }

    /// Base URL: the part in front of `/v1`. The catalog has the same base URL.
    pub fn base_url(&self) -> String {
        self.state.base_url().to_owned()
    }

    /// Key that the gateway accepts.
    pub fn key(&self) -> &str {
        &self.state.key
    }

    /// Returns the charges.
    pub fn ledger(&self) -> Ledger {
        self.state.ledger()
    }

    /// Returns the requests that the gateway received.
    pub fn journal(&self) -> Journal {
        self.state.lock().journal.clone()
    }

    /// Adds a fault. If several faults apply to a request, the first one that was added is used.
    pub fn fault(&self, fault: Fault) {
        self.state.lock().add_fault(fault);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.state.lock().clear_faults();
    }

    /// Pauses an endpoint, such as `/v1/social/p1/search`, or makes it available again.
    pub fn pause(&self, path: &str, paused: bool) {
        let all = &mut self.state.lock().paused;
        if paused {
            all.insert(path.to_owned());
        } else {
            all.remove(path);
        }
    }

    /// Moves a field in the social data of an endpoint, such as `cursor` to `paging.cursor`. With several places, the
    /// field is at each of them.
    pub fn move_field(&self, path: &str, field: &str, to: &[&str]) {
        let places = to.iter().map(|it| (*it).to_owned()).collect();
        self.state.lock().moved.entry(path.to_owned()).or_default().insert(field.to_owned(), places);
    }

    /// Sets whether the account was ever topped up. By default it was.
    pub fn set_topped_up(&self, topped_up: bool) {
        self.state.lock().account.topped_up = topped_up;
    }

    /// Sets the remaining calls of the day's capacity; `None`: unlimited.
    pub fn capacity(&self, calls: Option<u64>) {
        self.state.lock().account.capacity = calls;
    }

    /// Sets how many requests are refused before they can continue from a new response.
    pub fn late_responses(&self, times: u32) {
        self.state.lock().late_responses = times;
    }

    /// Sets the next replies of chat models, in all formats. After them, the mock writes its own again.
    pub fn replies(&self, replies: impl IntoIterator<Item = ModelReply>) {
        self.state.lock().replies = replies.into_iter().collect();
    }

    /// Sets the pause between two events of a stream: 1 ms by default.
    pub fn stream_pause(&self, pause: Duration) {
        self.state.lock().streams.pause_millis = pause.as_millis().try_into().unwrap_or(u64::MAX);
    }

    /// Changes the settings of tasks that are submitted from now on, and of files.
    pub fn tasks(&self, change: impl FnOnce(&mut TaskSettings)) {
        change(&mut self.state.lock().tasks.settings);
    }

    /// Ends all running tasks.
    pub fn end_tasks(&self) {
        self.state.lock().tasks.end();
    }

    /// Returns the submitted tasks, with their requests as the gateway runs them.
    pub fn submitted_tasks(&self) -> Vec<SubmittedTask> {
        let mut mutable = self.state.lock();
        mutable.settle_tasks();
        mutable.tasks.seen()
    }

    /// Returns the file of every finished video, with the current settings.
    pub fn video_file(&self) -> Vec<u8> {
        crate::video::bytes(self.state.lock().tasks.settings.file_size)
    }

    /// Publishes another social catalog, without checking it. The endpoints do not change.
    pub fn publish_social(&self, catalog: impl Into<Bytes>) {
        self.state.lock().published.social = Some(catalog.into());
    }

    /// Publishes another model catalog at [`models_url`](Self::models_url), without checking it.
    pub fn publish_models(&self, catalog: impl Into<Bytes>) {
        self.state.lock().published.models = Some(catalog.into());
    }

    /// URL of the model catalog. The documents do not show its path at the service.
    pub fn models_url(&self) -> String {
        format!("{}{}/catalog/models", self.state.base_url(), control::PREFIX)
    }

    /// Number of open connections.
    pub fn connections(&self) -> usize {
        self.state.lock().connections
    }

    /// Resets charges, requests, faults and settings.
    pub fn reset(&self) {
        self.state.lock().reset();
    }

    /// Stops accepting connections and closes the open ones.
    pub fn stop(self) {
        self.stop.send_replace(true);
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("address", &self.address).finish_non_exhaustive()
    }
}

impl GatewayBuilder {
    /// Sets the port; 0, the default, picks a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the key that the gateway accepts.
    pub fn key(mut self, key: &str) -> Self {
        self.key = key.to_owned();
        self
    }

    /// Also accepts the key in an `x-api-key` header, as the SDKs of the messages format send it. By default the key
    /// must be a bearer token, as the documents say.
    pub fn accept_x_api_key(mut self, accept: bool) -> Self {
        self.accept_x_api_key = accept;
        self
    }

    /// Also accepts requests with this `Host`, such as `gateway.example` behind a proxy. By default only the mock's own
    /// address is accepted, so that a web page cannot use the mock under another name.
    pub fn accept_host(mut self, host: &str) -> Self {
        self.hosts.push(host.to_owned());
        self
    }

    /// Sets the specs that describe the gateway.
    pub fn specs(mut self, specs: Specs) -> Self {
        self.specs = Some(specs);
        self
    }

    /// Starts the gateway. It accepts connections when this returns.
    pub async fn start(self) -> Result<Gateway, StartError> {
        let own = || Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs"));
        let specs = self.specs.map_or_else(own, Ok).map_err(|error| StartError::Specs(error.to_string()))?;
        let (model, _) = gatewright::read(&specs).map_err(|report| StartError::Specs(report.render(false)))?;
        let shapes = social::shapes(&specs).map_err(StartError::Specs)?;
        let catalog = |path: &str| specs.files.get(path).cloned().unwrap_or_default().into();
        let catalogs = [catalog(Specs::SOCIAL), catalog(Specs::MODELS)];
        let port = |error| StartError::Port(self.port, error);
        let listener = listen(self.port).map_err(port)?;
        let address = listener.local_addr().map_err(port)?;
        let mut state = State::new(self.key, format!("http://{address}"), model, catalogs);
        state.shapes = shapes;
        state.accepts_x_api_key = self.accept_x_api_key;
        state.hosts.extend(self.hosts);
        let state = Arc::new(state);
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(accept(listener, state.clone(), stopped));
        Ok(Gateway { state, address, stop, runtime: None })
    }

    /// Starts the gateway on a thread of its own, for tests without async code.
    pub fn start_blocking(self) -> Result<Gateway, StartError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).enable_all().build().map_err(StartError::Runtime)?;
        let mut gateway = runtime.block_on(self.start())?;
        gateway.runtime = Some(runtime);
        Ok(gateway)
    }
}
