//! Tools with the functions that an agent runs.

use std::fmt::{self, Display};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

#[cfg(feature = "schemars")]
use schemars::JsonSchema;
use serde::Serialize;
#[cfg(feature = "schemars")]
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::http::secret::{hide_all_keys, hide_all_keys_in_long_text};
use crate::{Charge, Client, Error, SocialTools, Tool, ToolCall, visible};

/// Tool with the function that an [`Agent`](super::Agent) runs when the model calls it.
///
/// A function returns text, JSON, or a `Result`. The model gets an error as text, without the keys of the program's
/// clients, and can correct its call.
///
/// ```
/// use gatewright_runtime::{AgentTool, Tool};
/// use serde_json::{Value, json};
///
/// let schema = json!({ "type": "object", "properties": { "town": { "type": "string" } }, "required": ["town"] });
/// let weather = AgentTool::new(Tool::new("weather", "Weather of a town.", schema), |arguments: Value| async move {
///     match arguments["town"].as_str() {
///         Some(town) => Ok(format!("It is dry in {town}.")),
///         None => Err("which town?"),
///     }
/// });
/// # let _ = weather;
/// ```
#[derive(Clone)]
pub struct AgentTool {
    pub(super) tool: Tool,
    run: Arc<Function>,
}

type Function = dyn Fn(Client, ToolCall) -> Pin<Box<dyn Future<Output = Outcome> + Send>> + Send + Sync;

/// Result of a tool.
pub(super) struct Outcome {
    /// Result or error, as text for the model.
    pub(super) result: Result<String, String>,
    /// Error that ends the run.
    pub(super) fatal: Option<Error>,
}

impl From<Result<String, String>> for Outcome {
    fn from(result: Result<String, String>) -> Self {
        Self { result, fatal: None }
    }
}

impl AgentTool {
    /// Creates a tool from a function of its arguments as JSON. Arguments that are not JSON are an error for the model.
    pub fn new<F, R>(tool: Tool, run: F) -> Self
    where
        F: Fn(Value) -> R + Send + Sync + 'static,
        R: Future<Output: ToolOutput> + Send + 'static,
    {
        Self::parsed(tool, move |_, arguments| run(arguments))
    }

    /// Creates a tool from a function of typed arguments, which also define its schema (feature `schemars`).
    ///
    /// ```
    /// use gatewright_runtime::AgentTool;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Weather {
    ///     /// Name of the town.
    ///     town: String,
    /// }
    ///
    /// let weather = AgentTool::of("weather", "Weather of a town.", |it: Weather| async move {
    ///     format!("It is dry in {}.", it.town)
    /// });
    /// # let _ = weather;
    /// ```
    #[cfg(feature = "schemars")]
    pub fn of<T, F, R>(name: impl Into<String>, description: impl Into<String>, run: F) -> Self
    where
        T: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(T) -> R + Send + Sync + 'static,
        R: Future<Output: ToolOutput> + Send + 'static,
    {
        Self::parsed(Tool::of::<T>(name, description), move |_, arguments| run(arguments))
    }

    /// Creates a tool from a function that makes calls of its own. The function gets a client that spends from the
    /// agent's budget, and the tool call.
    ///
    /// To create a generated client from that client, use `gatewright_client::Client::from(client)`.
    pub fn with_client<F, R>(tool: Tool, run: F) -> Self
    where
        F: Fn(Client, ToolCall) -> R + Send + Sync + 'static,
        R: Future<Output: ToolOutput> + Send + 'static,
    {
        Self::raw(tool, move |client, call| {
            let running = run(client, call);
            async move { running.await.into_result().into() }
        })
    }

    fn parsed<T, R>(tool: Tool, run: impl Fn(Client, T) -> R + Send + Sync + 'static) -> Self
    where
        T: serde::de::DeserializeOwned,
        R: Future<Output: ToolOutput> + Send + 'static,
    {
        Self::raw(tool, move |client, call| {
            let running = call.parse::<T>().map(|it| run(client, it));
            async move {
                match running {
                    Ok(running) => running.await.into_result(),
                    Err(error) => Err(format!("cannot read the arguments: {error}")),
                }
                .into()
            }
        })
    }

    fn raw<R>(tool: Tool, run: impl Fn(Client, ToolCall) -> R + Send + Sync + 'static) -> Self
    where
        R: Future<Output = Outcome> + Send + 'static,
    {
        Self { tool, run: Arc::new(move |client, call| Box::pin(run(client, call))) }
    }

    /// Runs the tool, and hides keys in its result.
    pub(super) async fn run(&self, client: Client, call: ToolCall) -> Outcome {
        let Outcome { result, fatal } = (self.run)(client.clone(), call).await;
        let secret = client.secret();
        let result = match result {
            Ok(text) => Ok(hide_all_keys_in_long_text(&secret.hide_in_long_text(&text))),
            Err(problem) => Err(visible(&hide_all_keys(&secret.hide(&problem))).into_owned()),
        };
        Outcome { result, fatal }
    }
}

impl fmt::Debug for AgentTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentTool").field(&self.tool).finish()
    }
}

/// Social data endpoints as tools that the agent runs itself, within its budget.
impl IntoIterator for SocialTools {
    type Item = AgentTool;
    type IntoIter = std::vec::IntoIter<AgentTool>;

    fn into_iter(self) -> Self::IntoIter {
        let (definitions, all) = (self.definitions(), Arc::new(self));
        let tool = |tool: Tool| {
            let all = all.clone();
            AgentTool::raw(tool, move |client, call| {
                let all = all.clone();
                async move {
                    match all.run(&client, &call).await {
                        Ok(found) => Ok(found.data.to_string()).into(),
                        Err(error) => Outcome { result: Err(error.to_string()), fatal: fatal(error) },
                    }
                }
            })
        };
        definitions.into_iter().map(tool).collect::<Vec<_>>().into_iter()
    }
}

/// Returns the error if it ends the run: the model cannot correct it, or a retry could be charged again.
fn fatal(error: Error) -> Option<Error> {
    let is_limit = matches!(error, Error::OverBudget { .. } | Error::PriceUnknown(_));
    let is_account = matches!(error, Error::Unauthorized(_) | Error::NeedsTopUp(_) | Error::Config(_));
    (is_limit || is_account || error.charge() == Charge::Unknown).then_some(error)
}

/// Result of a tool function: text, JSON, or a `Result` whose value is serialized to JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the result of a tool function",
    note = "return text, `serde_json::Value`, or a `Result` whose value implements `Serialize` and whose error implements `Display`"
)]
pub trait ToolOutput {
    /// Returns the text for the model, or the text of an error.
    fn into_result(self) -> Result<String, String>;
}

impl ToolOutput for String {
    fn into_result(self) -> Result<String, String> {
        Ok(self)
    }
}

impl ToolOutput for &str {
    fn into_result(self) -> Result<String, String> {
        Ok(self.to_owned())
    }
}

impl ToolOutput for Value {
    fn into_result(self) -> Result<String, String> {
        Ok(match self {
            Self::String(text) => text,
            other => other.to_string(),
        })
    }
}

impl<T: Serialize, E: Display> ToolOutput for Result<T, E> {
    fn into_result(self) -> Result<String, String> {
        match self {
            Ok(value) => serde_json::to_value(value).map_err(|problem| problem.to_string())?.into_result(),
            Err(problem) => Err(problem.to_string()),
        }
    }
}
