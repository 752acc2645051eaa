//! Lowers recorded shapes to the types of responses.

mod graph;
mod types;
mod views;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use gatewright_runtime::JsonType;
use gatewright_runtime::shape::{Recording, Shape};

use crate::catalog::{Catalog, RecordingSpec};
use crate::check;
use crate::model::{DataType, ItemList, LearnedData, Operation, Platform};
use crate::names;
use crate::report::Report;
use crate::similar::did_you_mean;
use graph::Graph;
use types::{Place, Types};

/// Largest number of conflicts in a warning.
const SHOWN_CONFLICTS: usize = 5;

/// Adds the types of responses to all operations whose shapes were learned.
pub(super) fn lower(catalog: &Catalog, platforms: &mut [Platform], report: &mut Report) {
    let mut recordings: HashMap<&str, &RecordingSpec> =
        catalog.recordings.iter().map(|it| (it.recording.operation.as_str(), it)).collect();
    for platform in &mut *platforms {
        for operation in &mut platform.operations {
            if let Some(spec) = recordings.remove(operation.id.as_str()) {
                operation.learned = Some(learned(spec, operation, report));
                set_cursors(operation, &spec.recording);
            }
        }
        name_structs(platform);
    }
    let ids: Vec<_> = platforms.iter().flat_map(|it| &it.operations).map(|it| it.id.as_str()).collect();
    let mut unknown: Vec<_> = recordings.into_values().filter(|_| !catalog.incomplete).collect();
    unknown.sort_by_key(|it| &it.recording.operation);
    for spec in unknown {
        let id = &spec.recording.operation;
        let hint = did_you_mean(id, ids.iter().copied(), "the shape is ignored but kept, in case the endpoint returns");
        report.warning("unused-shape", spec.span, format!("the catalog has no operation `{id}`")).hint(hint);
    }
    views::lower(catalog, platforms, report);
}

fn learned(spec: &RecordingSpec, operation: &Operation, report: &mut Report) -> LearnedData {
    let RecordingSpec { recording, is_sample, span } = spec;
    let graph = Graph::of(&recording.data);
    let mut types = Types::new(&graph, &operation.endpoint);
    let mut data = types.of(0, &Place::data());
    let Types { mut structs, conflicts, .. } = types;
    types::share(&mut structs, &mut [&mut data]);
    if !conflicts.is_empty() {
        let shown: Vec<_> = conflicts.iter().take(SHOWN_CONFLICTS).map(|it| format!("`{it}`")).collect();
        let more = conflicts.len().saturating_sub(SHOWN_CONFLICTS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!("values of several types at {}{more}", shown.join(", "));
        report
            .warning("mixed-types", *span, message)
            .label("these fields are untyped")
            .hint("nothing to do: a program reads them as JSON");
    }
    let path = list_path(&recording.data);
    let items = path.map(|path| ItemList { item: item_type(&path, &data, &structs), path });
    LearnedData {
        is_sample: *is_sample,
        data,
        items,
        structs,
        nodes: graph.to_nodes(),
        views: Vec::new(),
        recording: Arc::new(recording.clone()),
    }
}

/// Returns the path of the only array of objects that is nearest to the top, among those that are about as frequent as the
/// most frequent one: a list that few responses have is not the list of items.
fn list_path(data: &Shape) -> Option<String> {
    let (mut lists, mut level) = (Vec::new(), vec![(String::from("data"), data)]);
    for depth in 0.. {
        lists.extend(level.iter().filter_map(|(path, shape)| Some((depth, times_as_list(shape)?, path.clone()))));
        level = level.iter().flat_map(|(path, shape)| fields_of(path, shape)).collect();
        if level.is_empty() {
            break;
        }
    }
    let most = lists.iter().map(|it| it.1).max()?;
    lists.retain(|it| u128::from(it.1) * 3 >= u128::from(most) * 2);
    let nearest = lists.first()?.0;
    lists.retain(|it| it.0 == nearest);
    let [(_, _, path)] = &lists[..] else { return None };
    Some(path.clone())
}

/// Returns the fields of an object, with their paths.
fn fields_of<'a>(path: &str, shape: &'a Shape) -> Vec<(String, &'a Shape)> {
    shape.fields.iter().map(|(name, it)| (format!("{path}.{name}"), it)).collect()
}

/// Returns the number of values that were arrays; `None` if there were values or items of other types than objects.
fn times_as_list(shape: &Shape) -> Option<u64> {
    let only = |shape: &Shape, of| shape.types.keys().all(|it| [of, JsonType::Null].contains(it));
    let items = shape.items.as_deref()?;
    let is_list =
        only(shape, JsonType::Array) && only(items, JsonType::Object) && items.types.contains_key(&JsonType::Object);
    shape.types.get(&JsonType::Array).copied().filter(|_| is_list)
}

/// Returns the type of the items at a path.
fn item_type(path: &str, data: &DataType, structs: &[crate::model::DataStruct]) -> DataType {
    let mut kind = data;
    for key in path.split('.').skip(1) {
        let (DataType::Struct(index) | DataType::Boxed(index)) = kind else { return DataType::Any };
        let Some(field) = structs[*index].fields.iter().find(|it| it.key == key) else { return DataType::Any };
        kind = &field.kind;
    }
    match kind {
        DataType::List(item) => match &**item {
            DataType::Optional(item) => (**item).clone(),
            item => item.clone(),
        },
        _ => DataType::Any,
    }
}

/// Sets the learned paths of cursors whose fields are not published: those that most requests used.
fn set_cursors(operation: &mut Operation, recording: &Recording) {
    for param in &mut operation.params {
        let Some(paging) = param.paging.as_mut().filter(|it| !it.next.is_known()) else { continue };
        paging.learned = recording.cursors.get(&param.wire).and_then(most_used).filter(|it| is_walkable(it));
    }
}

/// Smallest number of uses from which a path is learned.
const USES: u64 = 3;

/// Returns the path of at least two thirds of all uses, if that is more than a coincidence.
fn most_used(paths: &BTreeMap<String, u64>) -> Option<String> {
    let total = paths.values().fold(0_u128, |sum, it| sum + u128::from(*it));
    let (path, count) = paths.iter().max_by_key(|it| it.1)?;
    (*count >= USES && u128::from(*count) * 3 >= total * 2).then(|| path.clone())
}

/// Returns true if a client can follow the path: an item of an array or a key that is data has no path of its own.
fn is_walkable(path: &str) -> bool {
    path.starts_with("data.") && !path.contains(['[', '*'])
}

/// Gives the structs names that no other type of the platform has.
fn name_structs(platform: &mut Platform) {
    let types = platform.operations.iter().flat_map(check::types_of);
    let mut taken: Vec<String> = types.map(|it| it.0.to_owned()).collect();
    for data in platform.operations.iter_mut().filter_map(|it| it.learned.as_mut()) {
        for it in &mut data.structs {
            it.name = names::avoiding(&it.name, &taken.iter().map(String::as_str).collect::<Vec<_>>());
            taken.push(it.name.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path_of(responses: &[serde_json::Value]) -> Option<String> {
        let mut data = Shape::of(&responses[0]);
        responses[1..].iter().for_each(|it| data.merge(Shape::of(it)));
        list_path(&data)
    }

    #[test]
    fn the_list_of_items_is_the_nearest_of_the_frequent_ones() {
        let usual = json!({ "result": { "items": [{ "id": 1 }] }, "tags": null });
        let with = |name: &str| json!({ "result": { "items": [{ "id": 1 }] }, name: [{ "id": 1 }] });
        let items = Some("data.result.items".to_owned());
        assert_eq!(path_of(&[usual.clone(), usual.clone(), usual.clone(), with("banners")]), items);
        assert_eq!(path_of(&[usual.clone(), with("tags")]), items);
        assert_eq!(path_of(&[with("posts"), with("posts"), usual]), Some("data.posts".to_owned()));
        assert_eq!(path_of(&[json!({ "a": [{ "id": 1 }], "b": [{ "id": 1 }] })]), None);
        assert_eq!(path_of(&[json!({ "a": ["text"] })]), None);
    }
}
