//! Examples in Python, with httpx.

use super::literal::Dialect;
use super::request::{Content, HttpRequest, Response};
use crate::model::{Method, TaskShape};

/// Spelling of values.
pub(super) const DIALECT: Dialect =
    Dialect { null: "None", yes: "True", no: "False", plain_keys: false, gap: "", indent: 4 };

/// Returns the request in Python.
pub(super) fn example(request: &HttpRequest<'_>) -> String {
    let environment = &request.service.environment;
    let (header, scheme) = request.key_header();
    let scheme = if scheme.is_empty() { String::new() } else { format!("{} + ", Dialect::text(&scheme)) };
    let task = match &request.response {
        Response::Task(shape) => Some(shape),
        _ => None,
    };
    let mut lines = vec!["import os".to_owned()];
    lines.extend(task.map(|_| "import time".to_owned()));
    lines.extend([String::new(), "import httpx".to_owned(), String::new()]);
    lines.push(format!(
        "url = os.environ[{}] + {}",
        Dialect::text(&environment.base_url),
        Dialect::text(&request.path)
    ));
    lines.push(format!(
        "headers = {{{}: {scheme}os.environ[{}]}}",
        Dialect::text(&header),
        Dialect::text(&environment.key)
    ));
    let function = match request.method {
        Method::Get => "get",
        Method::Post => "post",
    };
    let arguments = arguments(&request.content);
    let start = format!("response = httpx.{function}(url, headers=headers");
    let line = format!("{start}{}, timeout=120)", arguments.iter().map(|it| format!(", {it}")).collect::<String>());
    if line.lines().count() == 1 && line.len() <= crate::example::LONGEST {
        lines.push(line);
    } else {
        lines.push(format!("response = httpx.{function}("));
        let first = ["url".to_owned(), "headers=headers".to_owned()];
        let all = first.into_iter().chain(arguments).chain(["timeout=120".to_owned()]);
        lines.extend(all.map(|it| format!("    {it},")));
        lines.push(")".to_owned());
    }
    lines.push("response.raise_for_status()".to_owned());
    lines.extend(after(&request.response));
    lines.join("\n")
}

/// Returns the arguments with the parameters.
fn arguments(content: &Content) -> Vec<String> {
    let named = |name: &str, value: String| format!("{name}={value}");
    let texts = |name: &str, pairs: &[(String, String)]| named(name, DIALECT.texts(pairs, 1, 5 + name.len()));
    match content {
        Content::Query(pairs) if pairs.is_empty() => Vec::new(),
        Content::Query(pairs) => vec![texts("params", pairs)],
        Content::Json(body) => vec![named("json", DIALECT.value(&body.clone().into(), 1, 9))],
        Content::Form(fields) => {
            let pairs: Vec<_> =
                fields.iter().filter(|it| !it.is_file).map(|it| (it.name.clone(), it.value.clone())).collect();
            let file =
                |name: &str, value: &str| format!("{}: open({}, \"rb\")", Dialect::text(name), Dialect::text(value));
            let files: Vec<_> = fields.iter().filter(|it| it.is_file).map(|it| file(&it.name, &it.value)).collect();
            let data = (!pairs.is_empty()).then(|| texts("data", &pairs));
            data.into_iter().chain([format!("files={{{}}}", files.join(", "))]).collect()
        }
    }
}

/// Returns the code that handles the response.
fn after(response: &Response<'_>) -> Vec<String> {
    match response {
        Response::File(name) => vec![
            format!("with open({}, \"wb\") as file:", Dialect::text(name)),
            "    file.write(response.content)".to_owned(),
        ],
        Response::Json(path) => vec![format!("print({})", at("response.json()", path))],
        Response::Task(shape) => polling(shape),
    }
}

/// Returns the code that waits for a task.
fn polling(shape: &TaskShape) -> Vec<String> {
    let id = shape.task_id.first().map_or("id", String::as_str);
    let status = at("task", &shape.status);
    let (done, failed) = (Dialect::text(&shape.done), Dialect::text(&shape.failed));
    vec![
        format!("task_id = {}", at("response.json()", id)),
        String::new(),
        "while True:".to_owned(),
        "    response = httpx.get(f\"{url}/{task_id}\", headers=headers, timeout=60)".to_owned(),
        "    response.raise_for_status()".to_owned(),
        "    task = response.json()".to_owned(),
        format!("    if {status} in ({done}, {failed}):"),
        "        break".to_owned(),
        "    time.sleep(5)".to_owned(),
        format!("print({} if {status} == {done} else task)", at("task", &shape.url)),
    ]
}

/// Returns the value at a path.
fn at(value: &str, path: &str) -> String {
    let keys = path.split('.').filter(|it| !it.is_empty());
    keys.fold(value.to_owned(), |value, key| format!("{value}[{}]", Dialect::text(key)))
}
