//! Social data as tools for a chat model.

use serde_json::{Map, Value, json};

use super::{Tool, ToolCall};
use crate::{Client, Error, OperationSpec, ParamValue, Response, Result, SocialResult};

/// Social data endpoints as tools that a chat model can call, and what runs its calls.
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
    platform: String,
    capability: String,
    /// What joins several values of a parameter, for those that take them.
    separators: Vec<(String, String)>,
    required: Vec<String>,
    /// Of each of these at least one.
    groups: Vec<Vec<String>>,
}

impl SocialTools {
    /// The tools of an OpenAPI document, as far as they are listed and on sale. Generated clients call this.
    pub fn new(openapi: &str, operations: &[&[&OperationSpec]]) -> Self {
        let document: Value = serde_json::from_str(openapi).unwrap_or_default();
        let listed = |path: &str| operations.iter().copied().flatten().any(|it| it.path == path);
        let paths = document["paths"].as_object().into_iter().flatten();
        Self(
            paths
                .filter(|(path, _)| listed(path))
                .filter_map(|(path, item)| SocialTool::of(path, &item["get"]))
                .collect(),
        )
    }

    /// Only these of them, by name; a name that none has is an error.
    pub fn only<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let names: Vec<_> = names.into_iter().collect();
        if let Some(name) = names.iter().find(|name| !self.0.iter().any(|it| it.tool.name == **name)) {
            let problem = format!("there is no tool `{name}`: it has another name, is paused, or its feature is off");
            return Err(Error::Request(problem));
        }
        self.0.retain(|it| names.contains(&it.tool.name.as_str()));
        Ok(self)
    }

    /// The tools as a request takes them. At-least-one-of groups are part of their schemas.
    pub fn definitions(&self) -> Vec<Tool> {
        self.0.iter().map(|it| it.tool.clone()).collect()
    }

    /// Runs a call that a model asks for: through the client, with its budget. What is wrong with the call is an
    /// [`Error::Request`], before anything is sent: its text can go back to the model.
    pub async fn run(&self, client: &Client, call: &ToolCall) -> Result<Response<SocialResult>> {
        let wrong = |problem: String| Error::Request(format!("the call of `{}` {problem}", call.name));
        let tool = self.0.iter().find(|it| it.tool.name == call.name);
        let tool = tool.ok_or_else(|| wrong("is of no tool here".into()))?;
        let arguments: Map<String, Value> =
            call.parse().map_err(|_| wrong("has arguments that are no JSON object".into()))?;
        tool.check(&arguments).map_err(wrong)?;
        let mut asked = client.social(&tool.platform, &tool.capability);
        for (name, value) in arguments {
            if let Some(value) = tool.value(&name, value).map_err(|problem| wrong(format!("has {problem}")))? {
                asked = asked.with(name, value);
            }
        }
        asked.send().await
    }
}

impl SocialTool {
    fn of(path: &str, operation: &Value) -> Option<Self> {
        if operation["x-status"] == "paused" {
            return None;
        }
        let (platform, capability) = path.strip_prefix("/v1/social/")?.split_once('/')?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (mut properties, mut required, mut separators) = (Map::new(), Vec::new(), Vec::new());
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = text(&parameter["name"]);
            let mut property = parameter["schema"].clone();
            property["description"] = described(parameter).into();
            if let Some(separator) = parameter["x-separator"].as_str() {
                property = json!({ "type": "array", "items": property });
                separators.push((name.clone(), separator.to_owned()));
            }
            // One that has a default is given by the service.
            if parameter["required"] == true && parameter["schema"]["default"].is_null() {
                required.push(name.clone());
            }
            properties.insert(name, property);
        }
        let names = |group: &Value| group.as_array().into_iter().flatten().map(text).collect();
        let groups: Vec<Vec<String>> =
            operation["x-require-one-of"].as_array().into_iter().flatten().map(names).collect();
        let one_of = |group: &Vec<String>| json!({ "anyOf": group.iter().map(|it| json!({ "required": [it] })).collect::<Vec<_>>() });
        let mut parameters = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        match &groups[..] {
            [] => {}
            [group] => parameters["anyOf"] = one_of(group)["anyOf"].clone(),
            groups => parameters["allOf"] = groups.iter().map(one_of).collect(),
        }
        let price = operation["x-price-usd"].as_str().map(|it| format!(" Costs {it} USD."));
        let about = [text(&operation["summary"]), text(&operation["description"])].join(". ");
        let description =
            format!("{}{}", about.trim_end_matches(['.', ' ']).to_owned() + ".", price.unwrap_or_default());
        let tool = Tool::new(text(&operation["operationId"]), description, parameters);
        let (platform, capability) = (platform.to_owned(), capability.to_owned());
        Some(Self { tool, platform, capability, separators, required, groups })
    }

    /// Whether a call has what it needs; values are the service's to judge.
    fn check(&self, arguments: &Map<String, Value>) -> Result<(), String> {
        let given = |name: &String| arguments.get(name).is_some_and(|it| !it.is_null());
        if let Some(name) = arguments.keys().find(|it| self.tool.parameters["properties"].get(it).is_none()) {
            return Err(format!("has a `{name}` that the tool does not take"));
        }
        if let Some(name) = self.required.iter().find(|it| !given(it)) {
            return Err(format!("lacks `{name}`"));
        }
        match self.groups.iter().find(|group| !group.iter().any(given)) {
            Some(group) => Err(format!("needs at least one of `{}`", group.join("`, `"))),
            None => Ok(()),
        }
    }

    /// A value as a query carries it; null is none.
    fn value(&self, name: &str, value: Value) -> Result<Option<ParamValue>, String> {
        let separator = self.separators.iter().find(|(it, _)| it == name).map(|(_, separator)| separator);
        Ok(Some(match value {
            Value::Null => return Ok(None),
            Value::String(text) => text.into(),
            Value::Bool(flag) => flag.into(),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => whole.into(),
                None => number.to_string().into(),
            },
            Value::Array(items) if separator.is_some() => {
                let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
                items.iter().map(text).collect::<Vec<_>>().join(separator.map_or(",", String::as_str)).into()
            }
            _ => return Err(format!("a `{name}` that no query can carry")),
        }))
    }
}

/// What a parameter means, the names of its values included.
fn described(parameter: &Value) -> String {
    let mut about = parameter["description"].as_str().unwrap_or_default().to_owned();
    let named = parameter["x-named-values"].as_object().into_iter().flatten();
    let named: Vec<_> =
        named.map(|(value, name)| format!("{value} is {}", name.as_str().unwrap_or_default())).collect();
    if !named.is_empty() {
        about = format!("{about} Values: {}.", named.join(", ")).trim_start().to_owned();
    }
    about
}
