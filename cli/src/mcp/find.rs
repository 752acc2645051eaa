//! `find`: operations and models by words.

use gatewright_client::{Client, OperationSpec, Status, models};
use serde_json::{Value, json};

use super::arguments::{Find, Kind};
use super::reply::Reply;
use crate::catalog::ModelRow;
use crate::exit::Failure;
use crate::operation::summary;
use crate::platforms::{self, platforms};

/// Default and largest number of results of each kind.
const LIMITS: (usize, usize) = (10, 50);

/// Finds operations and models. The best results are first.
pub(super) fn find(client: &Client, Find { query, kind, limit }: &Find) -> Result<Reply, Failure> {
    let limit = limit.unwrap_or(LIMITS.0).clamp(1, LIMITS.1);
    let (operations, models) = (operations(client, query), find_models(query));
    let mut found = json!({});
    if *kind != Some(Kind::Model) {
        found["operations"] = operations.iter().take(limit).map(|it| row(it)).collect();
    }
    if *kind != Some(Kind::Operation) {
        found["models"] = models.into_iter().take(limit).collect();
    }
    let is_empty = found.as_object().is_some_and(|it| it.values().all(|it| it.as_array().is_some_and(Vec::is_empty)));
    if is_empty {
        found["note"] = "nothing found: try other words, such as `search`, `comments`, `user` or `video`".into();
    }
    Ok(Reply::free(None, found))
}

/// Returns an operation, as results and the catalog list it.
pub(super) fn row(spec: &OperationSpec) -> Value {
    let status = spec.status.filter(|it| *it != Status::Available).map(Status::as_str);
    let (price, unit) = (spec.billing.price(), spec.billing.unit());
    let mut row = json!({ "operation": spec.id, "about": summary(spec), "price_usd": price, "unit": unit });
    if let Some(status) = status {
        row["status"] = status.into();
    }
    row
}

/// Returns the operations that contain words of a query, the best first.
pub(super) fn operations(client: &Client, query: &str) -> Vec<&'static OperationSpec> {
    let words = words(query);
    let scored = platforms::operations(client).filter_map(|spec| {
        let platform = platforms().iter().find(|it| it.operations.iter().any(|of| of.id == spec.id));
        let params: Vec<_> = spec.fields.iter().map(|it| it.name).collect();
        let platform = platform.map_or("", |it| it.about);
        let text = format!("{platform} {} {}", spec.about, params.join(" ")).to_lowercase();
        Some((score(&words, spec.id, &text)?, spec))
    });
    best(scored.collect())
}

/// Returns the models that contain words of a query, the best first.
fn find_models(query: &str) -> Vec<Value> {
    let words = words(query);
    let scored = models::RECORDS.iter().filter_map(|record| {
        let description = record.description.as_deref().unwrap_or_default();
        let text = format!("{description} {} {}", record.tasks.join(" "), record.endpoint_types.join(" "));
        Some((score(&words, &record.name.to_lowercase(), &text.to_lowercase())?, record))
    });
    best(scored.collect()).into_iter().map(|it| json!(ModelRow::new(it))).collect()
}

/// Words that say nothing about a task.
const STOP_WORDS: [&str; 13] = ["a", "all", "an", "and", "for", "from", "in", "of", "on", "or", "the", "to", "with"];

/// Returns the words of a query. A plural finds the singular.
fn words(query: &str) -> Vec<String> {
    let words = query.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).take(20).map(str::to_lowercase);
    let words = words.filter(|it| !STOP_WORDS.contains(&it.as_str()));
    words.map(|it| it.strip_suffix('s').filter(|it| it.len() > 2).map_or(it.clone(), str::to_owned)).collect()
}

/// Returns the score of a text: words in the name count more than others, and a short name more than a long one. Without a word,
/// everything has the same score.
fn score(words: &[String], name: &str, text: &str) -> Option<usize> {
    let of_word = |word: &String| match (name.contains(word.as_str()), text.contains(word.as_str())) {
        (true, _) => 3,
        (false, true) => 1,
        (false, false) => 0,
    };
    let score: usize = words.iter().map(of_word).sum();
    match score {
        0 => words.is_empty().then_some(0),
        score => Some(score * 100 - name.len().min(99)),
    }
}

fn best<T>(mut scored: Vec<(usize, T)>) -> Vec<T> {
    scored.sort_by_key(|it| std::cmp::Reverse(it.0));
    scored.into_iter().map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_question_find_operations() {
        let client = Client::new("https://gateway.example", "key-of-a-test").expect("a client");
        let first = |query: &str| operations(&client, query).first().map(|it| it.id);
        assert_eq!(first("comments of a post on p2").map(|it| it.starts_with("p2_")), Some(true));
        assert_eq!(first("zeppelin quux"), None);
        assert_eq!(operations(&client, "").len(), client.operations().count());
        assert!(find_models("chat").len() > 3 && find_models("zeppelin").is_empty());
    }
}
