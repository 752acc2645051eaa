//! Examples in JavaScript, with `fetch`.

use super::literal::{Dialect, is_name};
use super::request::{Content, Field, HttpRequest, Response};
use crate::model::{Method, TaskShape};

/// Spelling of values.
pub(super) const DIALECT: Dialect =
    Dialect { null: "null", yes: "true", no: "false", plain_keys: true, gap: " ", indent: 2 };

/// Returns the request in JavaScript.
pub(super) fn example(request: &HttpRequest<'_>) -> String {
    let environment = &request.service.environment;
    let (header, scheme) = request.key_header();
    let scheme = if scheme.is_empty() { String::new() } else { format!("{} + ", Dialect::text(&scheme)) };
    let mut lines = imports(request);
    let path = Dialect::text(&request.path);
    let variable = |name: &str| format!("process.env[{}]", Dialect::text(name));
    lines.push(format!("const url = new URL({} + {path});", variable(&environment.base_url)));
    if let Content::Query(pairs) = &request.content
        && !pairs.is_empty()
    {
        lines.push(format!("url.search = new URLSearchParams({});", DIALECT.texts(pairs, 0, 34)));
    }
    let key = format!("{}: {scheme}{}", name(&header), variable(&environment.key));
    lines.push(format!("const headers = {{ {key} }};"));
    lines.extend(send(request));
    lines.push("if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);".to_owned());
    lines.extend(after(&request.response));
    lines.join("\n")
}

/// Returns the imports, followed by an empty line.
fn imports(request: &HttpRequest<'_>) -> Vec<String> {
    let has_file = matches!(&request.content, Content::Form(fields) if fields.iter().any(|it| it.is_file));
    let writes = matches!(request.response, Response::File(_));
    let mut lines = Vec::new();
    lines.extend(has_file.then(|| "import { openAsBlob } from \"node:fs\";".to_owned()));
    lines.extend(writes.then(|| "import { writeFile } from \"node:fs/promises\";".to_owned()));
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// Returns the code that sends the request.
fn send(request: &HttpRequest<'_>) -> Vec<String> {
    match (&request.content, request.method) {
        (Content::Query(_), Method::Get) => vec!["const response = await fetch(url, { headers });".to_owned()],
        (Content::Query(_), Method::Post) => {
            vec!["const response = await fetch(url, { method: \"POST\", headers });".to_owned()]
        }
        (Content::Form(fields), _) => {
            let mut lines = vec!["const form = new FormData();".to_owned()];
            lines.extend(fields.iter().map(set));
            lines.push("const response = await fetch(url, { method: \"POST\", headers, body: form });".to_owned());
            lines
        }
        (Content::Json(body), _) => vec![
            format!("const body = {};", DIALECT.value(&body.clone().into(), 0, 14)),
            "const response = await fetch(url, {".to_owned(),
            "  method: \"POST\",".to_owned(),
            "  headers: { ...headers, \"Content-Type\": \"application/json\" },".to_owned(),
            "  body: JSON.stringify(body),".to_owned(),
            "});".to_owned(),
        ],
    }
}

/// Returns the code that sets a field of a form.
fn set(field: &Field) -> String {
    let (name, value) = (Dialect::text(&field.name), Dialect::text(&field.value));
    if field.is_file {
        format!("form.set({name}, await openAsBlob({value}), {value});")
    } else {
        format!("form.set({name}, {value});")
    }
}

/// Returns the code that handles the response.
fn after(response: &Response<'_>) -> Vec<String> {
    match response {
        Response::File(name) => {
            vec![format!("await writeFile({}, Buffer.from(await response.arrayBuffer()));", Dialect::text(name))]
        }
        Response::Json("") => vec!["console.log(await response.json());".to_owned()],
        Response::Json(path) => {
            vec!["const reply = await response.json();".to_owned(), format!("console.log({});", at("reply", path))]
        }
        Response::Task(shape) => polling(shape),
    }
}

/// Returns the code that waits for a task.
fn polling(shape: &TaskShape) -> Vec<String> {
    let id = shape.task_id.first().map_or("id", String::as_str);
    let status = at("task", &shape.status);
    let (done, failed) = (Dialect::text(&shape.done), Dialect::text(&shape.failed));
    vec![
        "const submitted = await response.json();".to_owned(),
        format!("const taskUrl = `${{url}}/${{{}}}`;", at("submitted", id)),
        String::new(),
        "let task;".to_owned(),
        "do {".to_owned(),
        "  await new Promise((resolve) => setTimeout(resolve, 5_000));".to_owned(),
        "  const poll = await fetch(taskUrl, { headers });".to_owned(),
        "  if (!poll.ok) throw new Error(`${poll.status}: ${await poll.text()}`);".to_owned(),
        "  task = await poll.json();".to_owned(),
        format!("}} while (![{done}, {failed}].includes({status}));"),
        format!("console.log({status} === {done} ? {} : task);", at("task", &shape.url)),
    ]
}

/// Returns the value at a path.
fn at(value: &str, path: &str) -> String {
    let keys = path.split('.').filter(|it| !it.is_empty());
    keys.fold(value.to_owned(), |value, key| match name(key) {
        name if name == key => format!("{value}.{key}"),
        name => format!("{value}[{name}]"),
    })
}

/// Returns the name of a property: as it is if it is a name, otherwise in quotes.
fn name(key: &str) -> String {
    if is_name(key) { key.to_owned() } else { Dialect::text(key) }
}
