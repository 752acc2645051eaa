//! The server: starts, answers, stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use gatewright::Specs;
use tokio::sync::watch;

use crate::books::{Journal, Ledger};
use crate::control;
use crate::fault::Fault;
use crate::server::{accept, listen};
use crate::state::State;
use crate::tasks::{TaskSeen, TaskSettings};

/// A gateway that is running. It stops when this is dropped.
pub struct Gateway {
    state: Arc<State>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
}

/// What a gateway is started with.
///
/// ```no_run
/// # async fn demo() -> Result<(), gatewright_mock::StartError> {
/// let gateway = gatewright_mock::Gateway::builder().port(8080).key("secret").start().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a gateway runs when it is told to `start`"]
pub struct GatewayBuilder {
    port: u16,
    key: String,
    accept_x_api_key: bool,
    /// `None`: those of the project.
    specs: Option<Specs>,
}

/// Why a gateway did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The specs have mistakes; the text draws them.
    Specs(String),
    /// The port cannot be had.
    Port(u16, std::io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Specs(drawn) => write!(f, "the specs have mistakes\n{drawn}"),
            Self::Port(port, error) => write!(f, "port {port} cannot be had: {error}\nhelp: choose another port"),
        }
    }
}

impl std::error::Error for StartError {}

impl Gateway {
    /// Starts a gateway with the catalog of this repository, on any port, with the key `mock-key`.
    pub async fn start() -> Result<Self, StartError> {
        Self::builder().start().await
    }

    /// A gateway with settings of its own.
    pub fn builder() -> GatewayBuilder {
        GatewayBuilder { port: 0, key: "mock-key".into(), accept_x_api_key: false, specs: None }
    }

    /// The address in front of `/v1`. The catalog is below the same one.
    pub fn base_url(&self) -> String {
        self.state.base_url().to_owned()
    }

    /// The key that it takes.
    pub fn key(&self) -> &str {
        &self.state.key
    }

    /// What it has charged.
    pub fn ledger(&self) -> Ledger {
        self.state.ledger()
    }

    /// What it was asked.
    pub fn journal(&self) -> Journal {
        self.state.lock().journal.clone()
    }

    /// Makes it fail. Of several faults that could strike a request, the one set first does.
    pub fn fault(&self, fault: Fault) {
        self.state.lock().add_fault(fault);
    }

    /// Makes it whole again.
    pub fn clear_faults(&self) {
        self.state.lock().clear_faults();
    }

    /// Pauses an endpoint, such as `/v1/social/p1/search`, or puts it on sale again.
    pub fn pause(&self, path: &str, paused: bool) {
        let all = &mut self.state.lock().paused;
        if paused {
            all.insert(path.to_owned());
        } else {
            all.remove(path);
        }
    }

    /// Whether the account was ever topped up: it was, unless this says otherwise.
    pub fn topped_up(&self, topped_up: bool) {
        self.state.lock().account.topped_up = topped_up;
    }

    /// How many more calls the day's capacity allows; `None`: any number.
    pub fn capacity(&self, calls: Option<u64>) {
        self.state.lock().account.capacity = calls;
    }

    /// How often a new response is said not to be there yet, before it can be gone on from.
    pub fn late_responses(&self, times: u32) {
        self.state.lock().late_responses = times;
    }

    /// Pause between two events of a stream: 1 ms by default.
    pub fn stream_pause(&self, pause: Duration) {
        self.state.lock().streams.pause_millis = pause.as_millis().try_into().unwrap_or(u64::MAX);
    }

    /// Changes how tasks behave that are submitted from now on, and how files are served.
    pub fn tasks(&self, change: impl FnOnce(&mut TaskSettings)) {
        change(&mut self.state.lock().tasks.settings);
    }

    /// Ends all tasks that run.
    pub fn end_tasks(&self) {
        self.state.lock().tasks.end();
    }

    /// The tasks that were submitted, with what became of their requests.
    pub fn tasks_seen(&self) -> Vec<TaskSeen> {
        let mut changing = self.state.lock();
        changing.settle_tasks();
        changing.tasks.seen()
    }

    /// The file of every finished video, as it is set now.
    pub fn video_file(&self) -> Vec<u8> {
        crate::video::bytes(self.state.lock().tasks.settings.file_size)
    }

    /// Publishes another social catalog, whatever it is; endpoints stay as they were.
    pub fn publish_social(&self, catalog: impl Into<Bytes>) {
        self.state.lock().published.social = Some(catalog.into());
    }

    /// Publishes another model catalog, whatever it is, at [`models_url`](Self::models_url).
    pub fn publish_models(&self, catalog: impl Into<Bytes>) {
        self.state.lock().published.models = Some(catalog.into());
    }

    /// Where the model catalog is: the documents do not show where the service has it.
    pub fn models_url(&self) -> String {
        format!("{}{}/catalog/models", self.state.base_url(), control::PREFIX)
    }

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        self.state.lock().connections
    }

    /// Forgets charges, requests, faults and settings.
    pub fn reset(&self) {
        self.state.lock().reset();
    }

    /// Stops taking connections and closes the open ones.
    pub fn stop(self) {
        self.stop.send_replace(true);
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("address", &self.address).finish_non_exhaustive()
    }
}

impl GatewayBuilder {
    /// The port; 0, which is the default, for any that is free.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// The key that it takes.
    pub fn key(mut self, key: &str) -> Self {
        self.key = key.to_owned();
        self
    }

    /// Accepts the key in an `x-api-key` header, too, as the SDKs of the messages format send it. By default the key is
    /// a bearer token alone, as the documents say.
    pub fn accept_x_api_key(mut self, accept: bool) -> Self {
        self.accept_x_api_key = accept;
        self
    }

    /// The specs that it behaves by.
    pub fn specs(mut self, specs: Specs) -> Self {
        self.specs = Some(specs);
        self
    }

    /// Starts it; it answers once this returns.
    pub async fn start(self) -> Result<Gateway, StartError> {
        let own = || Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs"));
        let specs = self.specs.map_or_else(own, Ok).map_err(|error| StartError::Specs(error.to_string()))?;
        let (model, _) = gatewright::read(&specs).map_err(|report| StartError::Specs(report.render(false)))?;
        let catalog = |path: &str| specs.files.get(path).cloned().unwrap_or_default().into();
        let catalogs = [catalog(Specs::SOCIAL), catalog(Specs::MODELS)];
        let port = |error| StartError::Port(self.port, error);
        let listener = listen(self.port).map_err(port)?;
        let address = listener.local_addr().map_err(port)?;
        let mut state = State::new(self.key, format!("http://{address}"), model, catalogs);
        state.accepts_x_api_key = self.accept_x_api_key;
        let state = Arc::new(state);
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(accept(listener, state.clone(), stopped));
        Ok(Gateway { state, address, stop })
    }
}
