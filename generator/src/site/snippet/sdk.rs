//! Examples in Python and JavaScript with the official SDKs of the chat formats.

use serde_json::{Map, Value, json};

use super::literal::{Dialect, is_name};
use super::request::{Content, HttpRequest};
use super::{javascript, python};
use crate::model::Format;

/// The SDK of a format, which has the same names in both languages.
struct Sdk {
    /// End of the path that the SDK adds to its base URL.
    path: &'static str,
    class: &'static str,
    python_package: &'static str,
    node_package: &'static str,
    /// Argument with a bearer token, in Python and in JavaScript.
    key: [&'static str; 2],
    method: &'static str,
    /// Text of the response, in Python and in JavaScript.
    text: &'static str,
    /// Argument that the SDK requires in addition to those of the gateway.
    required: Option<(&'static str, u32)>,
}

/// Official SDK for the format of chat completions.
const OPENAI: Sdk = Sdk {
    path: "/chat/completions",
    class: "OpenAI",
    python_package: "openai",
    node_package: "openai",
    key: ["api_key", "apiKey"],
    method: "chat.completions.create",
    text: "choices[0].message.content",
    required: None,
};

const RESPONSES: Sdk = Sdk { path: "/responses", method: "responses.create", text: "output_text", ..OPENAI };

const ANTHROPIC: Sdk = Sdk {
    path: "/v1/messages",
    class: "Anthropic",
    python_package: "anthropic",
    node_package: "@anthropic-ai/sdk",
    key: ["auth_token", "authToken"],
    method: "messages.create",
    text: "content[0].text",
    required: Some(("max_tokens", 1024)),
};

/// A request that an SDK can send.
struct Call<'a> {
    sdk: &'static Sdk,
    /// Path that belongs to the base URL.
    base: &'a str,
    arguments: Map<String, Value>,
}

impl<'a> Call<'a> {
    /// Returns the call of a request; `None` if no SDK has its format, its path and its authentication.
    fn of(request: &'a HttpRequest<'_>) -> Option<Self> {
        let sdk = match request.format? {
            Format::Chat => &OPENAI,
            Format::Responses => &RESPONSES,
            Format::Messages => &ANTHROPIC,
        };
        let Content::Json(body) = &request.content else { return None };
        let is_bearer = request.key_header() == ("Authorization".to_owned(), "Bearer ".to_owned());
        let required = sdk.required.map(|(name, value)| (name.to_owned(), json!(value)));
        let arguments: Map<_, _> = required.into_iter().chain(body.clone()).collect();
        let fits = is_bearer && arguments.keys().all(|it| is_name(it));
        Some(Self { sdk, base: request.path.strip_suffix(sdk.path)?, arguments }).filter(|_| fits)
    }

    /// Returns the base URL as an expression; `variable` is that of the environment.
    fn base_url(&self, variable: &str) -> String {
        if self.base.is_empty() { variable.to_owned() } else { format!("{variable} + {}", Dialect::text(self.base)) }
    }
}

/// Returns the request in Python; `None` if no SDK can send it.
pub(super) fn in_python(request: &HttpRequest<'_>) -> Option<String> {
    let call = Call::of(request)?;
    let Sdk { class, python_package, key: [key, _], method, text, .. } = call.sdk;
    let variable = |name: &str| format!("os.environ[{}]", Dialect::text(name));
    let environment = &request.service.environment;
    let base = call.base_url(&variable(&environment.base_url));
    let argument =
        |(name, value): (&String, &Value)| format!("    {name}={},\n", python::DIALECT.value(value, 1, name.len() + 6));
    let arguments: String = call.arguments.iter().map(argument).collect();
    Some(format!(
        "# pip install {python_package}\nimport os\n\nfrom {python_package} import {class}\n\nclient = {class}(\n    \
         base_url={base},\n    {key}={},\n    max_retries=0,  # a retry can be charged again\n)\n\
         reply = client.{method}(\n{arguments})\nprint(reply.{text})",
        variable(&environment.key)
    ))
}

/// Returns the request in JavaScript; `None` if no SDK can send it.
pub(super) fn in_javascript(request: &HttpRequest<'_>) -> Option<String> {
    let call = Call::of(request)?;
    let Sdk { class, node_package, key: [_, key], method, text, .. } = call.sdk;
    let variable = |name: &str| format!("process.env[{}]", Dialect::text(name));
    let environment = &request.service.environment;
    let base = call.base_url(&variable(&environment.base_url));
    let start = format!("const reply = await client.{method}(");
    let arguments = javascript::DIALECT.value(&call.arguments.clone().into(), 0, start.len() + 2);
    Some(format!(
        "// npm install {node_package}\nimport {class} from \"{node_package}\";\n\nconst client = new {class}({{\n  \
         baseURL: {base},\n  {key}: {},\n  maxRetries: 0, // a retry can be charged again\n}});\n\
         {start}{arguments});\nconsole.log(reply.{text});",
        variable(&environment.key)
    ))
}
