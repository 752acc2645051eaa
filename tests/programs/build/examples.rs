//! A program that executes the Rust examples of the docs site.

use std::fmt::Write as _;

use gatewright::Model;

/// Folders of pages with an example.
const FOLDERS: [&str; 3] = ["social/", "interfaces/", "models/"];

/// Returns the first Rust example of each page of an endpoint or a model as a function, and a list of pages and functions.
pub fn examples(model: &Model) -> String {
    let site = gatewright::site(model, "https://docs.example/");
    let (mut functions, mut list) = (String::new(), Vec::new());
    for (path, text) in site.iter().filter(|it| FOLDERS.iter().any(|folder| it.0.starts_with(folder))) {
        let code = text.split_once("```rust\n").and_then(|it| it.1.split_once("\n```"));
        let (Some(page), Some((code, _))) = (path.strip_suffix(".md"), code) else { continue };
        let name = format!("example_{}", list.len());
        let _ = writeln!(functions, "async fn {name}() -> sample_client::Result<()> {{\n{code}\nOk(())\n}}\n");
        // A call of a paused endpoint is refused.
        let is_paused = text.contains("Status: paused");
        let is_session = code.contains(".connect()");
        list.push(format!("({page:?}, {is_paused}, {is_session}, || Box::pin({name}()))"));
    }
    assert!(list.len() > 140, "the site has only {} examples", list.len());
    format!("{functions}const EXAMPLES: &[(&str, bool, bool, Example)] = &[{}];\n", list.join(", "))
}
