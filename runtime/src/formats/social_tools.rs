//! Social data endpoints as tools for chat models.

use serde_json::{Map, Value};

use super::{Tool, ToolCall};
use crate::{
    Call, Client, Count, Error, OperationSpec, ParamValue, Presence, Response, ResponseKind, Result, SocialResult,
    Status,
};

/// Social data endpoints as tools that a chat model can call. [`run`](Self::run) executes the calls.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client, tools: gatewright_runtime::SocialTools, call: gatewright_runtime::ToolCall) -> gatewright_runtime::Result<()> {
/// let tools = tools.only(["p1_search", "p2_post"])?;
/// // … `.tools(tools.definitions())` on the request, and for each call of the reply:
/// let found = tools.run(&client, &call).await?;
/// println!("{} for {:?}", found.data, found.cost);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct SocialTools(Vec<SocialTool>);

#[derive(Clone, Debug)]
struct SocialTool {
    tool: Tool,
    spec: &'static OperationSpec,
}

impl SocialTools {
    /// Creates the tools of all operations that return data and are not paused. Generated clients call this.
    pub fn new(operations: &[&[&'static OperationSpec]]) -> Self {
        let is_available =
            |it: &&&'static OperationSpec| it.response == ResponseKind::Data && it.status != Some(Status::Paused);
        Self(operations.iter().copied().flatten().filter(is_available).map(|it| SocialTool::of(it)).collect())
    }

    /// Keeps only the tools with these names. An unknown name is an error.
    pub fn only<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let names: Vec<_> = names.into_iter().collect();
        if let Some(name) = names.iter().find(|name| !self.0.iter().any(|it| it.tool.name == **name)) {
            let problem = format!("unknown tool `{name}`; help: check its name, its feature and that it is not paused");
            return Err(Error::Request(problem));
        }
        self.0.retain(|it| names.contains(&it.tool.name.as_str()));
        Ok(self)
    }

    /// Returns the tools for a request. Their descriptions contain the at-least-one-of groups.
    pub fn definitions(&self) -> Vec<Tool> {
        self.0.iter().map(|it| it.tool.clone()).collect()
    }

    /// Runs a tool call of a model with the client and its budget. An invalid call is not sent: it returns
    /// [`Error::Request`], whose text can be sent back to the model.
    pub async fn run(&self, client: &Client, call: &ToolCall) -> Result<Response<SocialResult>> {
        let wrong = |problem: String| Error::Request(format!("cannot run the tool call `{}`: {problem}", call.name));
        let tool = self.0.iter().find(|it| it.tool.name == call.name);
        let tool = tool.ok_or_else(|| wrong("unknown tool".into()))?;
        let arguments: Map<String, Value> =
            call.parse().map_err(|_| wrong("the arguments are not a JSON object".into()))?;
        tool.check(&arguments).map_err(wrong)?;
        let mut request = Call::new(client, tool.spec);
        for (name, value) in arguments {
            if let Some(value) = tool.value(&name, value).map_err(wrong)? {
                request = request.with(name, value);
            }
        }
        request.send().await
    }
}

impl SocialTool {
    fn of(spec: &'static OperationSpec) -> Self {
        // The schema does not contain the groups, so the description states them.
        let groups: String =
            spec.counts.iter().map(|it| format!(" Requires at least one of {}.", members(it))).collect();
        let price = spec.billing.price().map(|it| format!(" Costs {it} USD.")).unwrap_or_default();
        Self { tool: Tool::new(spec.id, format!("{}{groups}{price}", spec.about), spec.schema()), spec }
    }

    /// Checks the names of the arguments and the required ones. The service checks the values.
    fn check(&self, arguments: &Map<String, Value>) -> Result<(), String> {
        let given = |name: &str| arguments.get(name).is_some_and(|it| !it.is_null());
        if let Some(name) = arguments.keys().find(|it| self.spec.field(it).is_none()) {
            return Err(format!("unknown argument `{name}`"));
        }
        let required = self.spec.fields.iter().filter(|it| it.presence == Presence::Required);
        if let Some(field) = required.into_iter().find(|it| !given(it.name)) {
            return Err(format!("missing required argument `{}`", field.name));
        }
        match self.spec.counts.iter().find(|group| !group.of.iter().any(|it| given(it))) {
            Some(group) => Err(format!("at least one of {} is required", members(group))),
            None => Ok(()),
        }
    }

    /// Converts a value for the query; null means that the parameter is not set.
    fn value(&self, name: &str, value: Value) -> Result<Option<ParamValue>, String> {
        let separator = self.spec.field(name).and_then(|it| it.separator);
        Ok(Some(match (value, separator) {
            (Value::Null, _) => return Ok(None),
            (Value::Array(items), Some(separator)) => {
                let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
                items.iter().map(text).collect::<Vec<_>>().join(separator).into()
            }
            (Value::Array(_) | Value::Object(_), _) => return Err(format!("cannot send `{name}` in a query")),
            (plain, _) => plain.into(),
        }))
    }
}

fn members(group: &Count) -> String {
    format!("`{}`", group.of.join("`, `"))
}
