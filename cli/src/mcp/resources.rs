//! Resources: the catalog, an overview in the format of llms.txt, and guides.

use std::fmt::Write as _;

use gatewright_client::{Client, OperationSpec, models};
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

use super::find;
use crate::catalog::ModelRow;
use crate::operation::summary;
use crate::platforms::{operations, platforms};

const CATALOG: &str = "gateway://catalog";
const OVERVIEW: &str = "gateway://llms.txt";

/// Prefix of guides.
const GUIDES: &str = "gateway://guides/";

/// Guide for agents or their users: name, description and Markdown.
struct Guide {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

macro_rules! guide {
    ($name:literal, $about:literal) => {
        Guide {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../templates/languages/en/guides/", $name, ".md")),
        }
    };
}

const GUIDE_LIST: [Guide; 4] = [
    guide!("agents", "How agents use the gateway: tools, budget, repeated calls"),
    guide!("use", "Acceptable use, capacity and response data of social operations"),
    guide!("billing", "Prices, billing units and estimates"),
    guide!("errors", "Errors, their causes, and whether they are charged"),
];

/// Returns the list of resources.
pub(super) fn list() -> Vec<Resource> {
    let resource = |uri: &str, name: &str, about: &str, kind: &str| {
        Resource::new(uri, name).with_description(about).with_mime_type(kind)
    };
    let catalog = resource(CATALOG, "catalog", "All operations and models with their prices", "application/json");
    let overview = resource(OVERVIEW, "llms.txt", "Overview of the operations by platform", "text/markdown");
    let guides =
        GUIDE_LIST.iter().map(|it| resource(&format!("{GUIDES}{}", it.name), it.name, it.about, "text/markdown"));
    [catalog, overview].into_iter().chain(guides).collect()
}

/// Returns a resource.
pub(super) fn read(uri: &str, client: &Client) -> Result<ReadResourceResult, ErrorData> {
    let (text, kind) = match uri {
        CATALOG => (catalog(client), "application/json"),
        OVERVIEW => (overview(client), "text/markdown"),
        other => {
            let name = other.strip_prefix(GUIDES);
            let guide = GUIDE_LIST.iter().find(|it| Some(it.name) == name);
            let unknown = || ErrorData::resource_not_found("unknown resource; help: `resources/list` lists them", None);
            (plain(guide.ok_or_else(unknown)?.text), "text/markdown")
        }
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(kind)]))
}

fn catalog(client: &Client) -> String {
    let operations: Vec<_> = operations(client).map(find::row).collect();
    let models: Vec<_> = models::RECORDS.iter().map(ModelRow::new).collect();
    json!({ "operations": operations, "models": models }).to_string()
}

fn overview(client: &Client) -> String {
    let mut text = "# Gateway\n\n> Social data and AI models with a price per call. `find` searches, `describe` shows arguments.\n"
        .to_owned();
    for platform in platforms() {
        let about = if platform.about.is_empty() { String::new() } else { format!(": {}", platform.about) };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n## {}{about}\n", platform.key);
        platform.operations.iter().for_each(|it| add(it, &mut text));
    }
    text.push_str("\n## Models\n\n");
    client.operations().filter(|it| it.model.is_some()).for_each(|it| add(it, &mut text));
    text
}

fn add(spec: &OperationSpec, text: &mut String) {
    let price = match (spec.billing.price(), spec.billing.unit()) {
        (Some(price), Some(unit)) => format!(" ({price} USD per {unit})"),
        (Some(price), None) => format!(" ({price} USD)"),
        (None, _) => String::new(),
    };
    let _ = writeln!(text, "- {}: {}{price}", spec.id, summary(spec));
}

/// Returns a guide without the parts that only the docs site has: blocks, and links to pages.
fn plain(guide: &str) -> String {
    let lines = guide.lines().filter(|it| !(it.starts_with("{{ ") && it.ends_with(" }}")));
    let text: String = lines.flat_map(|it| [it, "\n"]).collect();
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("](page:") {
        let (before, label) = before.rsplit_once('[').unwrap_or((before, ""));
        plain.extend([before, label]);
        rest = after.split_once(')').map_or("", |it| it.1);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_resource_of_the_list_can_be_read() {
        let client = Client::new("https://gateway.example", "key-of-a-test").expect("a client");
        for resource in list() {
            let read = read(&resource.uri, &client).expect("it is in the list");
            let [ResourceContents::TextResourceContents { text, .. }] = &read.contents[..] else { panic!("text") };
            assert!(text.len() > 500 && !text.contains("{{") && !text.contains("](page:"), "{}: {text}", resource.uri);
        }
        for unknown in ["gateway://guides/../use", "file:///etc/passwd", "gateway://guides/"] {
            assert!(read(unknown, &client).is_err(), "{unknown}");
        }
    }

    #[test]
    fn links_of_the_docs_site_become_text() {
        assert_eq!(
            plain("See [a b](page:a.md) and [c](https://c.example).\n{{ block }}\nEnd"),
            "See a b and [c](https://c.example).\nEnd\n"
        );
    }
}
