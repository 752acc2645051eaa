//! Sample values of a shape, for examples in docs and for the mock gateway.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::flags::value_if_more;
use super::format::Format;
use super::node::Shape;
use super::recording::Recording;
use crate::JsonType;

/// Largest numbers of items: in a list, in a list inside of it, and in deeper lists. So a sample of nested lists stays
/// small.
const ITEMS: [u64; 3] = [3, 2, 1];
/// Time of the sample with the number 0: 2026-01-01T00:00:00Z.
const START: u64 = 1_767_225_600;
/// Number of different samples, so that each of them keeps its format.
const DIFFERENT: u64 = 100_000;

impl Recording {
    /// Returns sample data with the recorded shape: fields that at least half of the responses had, lists of up to three items, and
    /// values that are obviously samples, such as `sample title 1`.
    ///
    /// The same page always has the same values. Flags such as `has_more` state if the page is the last one.
    ///
    /// ```
    /// use gatewright_runtime::serde_json::json;
    /// use gatewright_runtime::shape::Recording;
    ///
    /// let mut recording = Recording::new("p2_search");
    /// recording.observe(&json!({ "notes": [{ "title": "Green tea", "likes": 12 }], "has_more": true }));
    /// let expected = json!({ "notes": [{ "title": "sample title 1", "likes": 1 }], "has_more": true });
    /// assert_eq!(recording.sample(1, false), expected);
    /// ```
    pub fn sample(&self, page: u64, is_last: bool) -> Value {
        Sampler { is_last }.value(&self.data, Place { name: "data", number: page.max(1), lists: 0 })
    }
}

struct Sampler {
    is_last: bool,
}

/// Position of a value in the sample.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// Name of the nearest field.
    name: &'a str,
    /// Number of the page or of the item that contains the value.
    number: u64,
    /// Number of lists and maps that contain the value.
    lists: usize,
}

impl Sampler {
    fn value(&self, shape: &Shape, place: Place<'_>) -> Value {
        let flag = value_if_more(place.name).filter(|_| place.lists == 0).map(|more| more != self.is_last);
        match (usual_type(shape), flag) {
            (Some(JsonType::Boolean), flag) => flag.unwrap_or(true).into(),
            (Some(JsonType::Integer), Some(flag)) => u64::from(flag).into(),
            (Some(JsonType::Integer), None) => integer(shape, place).into(),
            (Some(JsonType::Number), _) => (place.different() as f64 + 0.5).into(),
            (Some(JsonType::Text), Some(flag)) => flag_text(shape, flag).into(),
            (Some(JsonType::Text), None) => text(shape, place).into(),
            (Some(JsonType::Array), _) => self.list(shape, place),
            (Some(JsonType::Object), _) => self.object(shape, place),
            (Some(JsonType::Null) | None, _) => Value::Null,
        }
    }

    fn list(&self, shape: &Shape, place: Place<'_>) -> Value {
        let Some(items) = shape.items.as_deref().filter(|it| it.count > it.unnamed) else {
            return Value::Array(Vec::new());
        };
        let lists = count(shape, JsonType::Array);
        let (least, most) = shape.lengths.map_or((1, 1), |it| (it.least, it.most.max(1)));
        let length = (items.count / lists.max(1)).clamp(1, most).max(least).min(place.most_items());
        (0..length).map(|index| self.value(items, place.item(index))).collect()
    }

    fn object(&self, shape: &Shape, place: Place<'_>) -> Value {
        let objects = shape.objects();
        let is_usual = |count: u64| count > 0 && count.saturating_mul(2) >= objects;
        let fields = shape.fields.iter().filter(|(_, it)| is_usual(it.count));
        let mut object: Map<_, _> =
            fields.map(|(name, it)| (name.clone(), self.value(it, Place { name, ..place }))).collect();
        if let Some(values) = shape.keys.as_deref().filter(|it| it.count > 0 && is_usual(shape.maps)) {
            let length = (values.count / shape.maps.max(1)).clamp(1, place.most_items());
            let names = (1_u64..).map(|it| format!("id-{it}")).filter(|it| !shape.fields.contains_key(it));
            for (index, name) in (0..length).zip(names) {
                object.insert(name, self.value(values, place.item(index)));
            }
        }
        object.into()
    }
}

impl Place<'_> {
    fn most_items(self) -> u64 {
        ITEMS[self.lists.min(ITEMS.len() - 1)]
    }

    /// Returns the position of an item in a list at this position. Items of all pages have different numbers.
    fn item(self, index: u64) -> Self {
        let number = match self.lists {
            0 => (self.number - 1).saturating_mul(ITEMS[0]).saturating_add(index + 1),
            1 => self.number.saturating_mul(10).saturating_add(index + 1),
            _ => self.number,
        };
        Self { number: number.max(1), lists: self.lists + 1, ..self }
    }

    /// Returns a number that keeps the format of a value.
    fn different(self) -> u64 {
        self.number % DIFFERENT
    }
}

fn count(shape: &Shape, of: JsonType) -> u64 {
    shape.types.get(&of).copied().unwrap_or_default()
}

/// Returns the most frequent type; null only if more than half of the values were null.
fn usual_type(shape: &Shape) -> Option<JsonType> {
    let nulls = count(shape, JsonType::Null);
    let others = shape.types.iter().filter(|(of, count)| **of != JsonType::Null && **count > 0);
    let all = others.clone().fold(0_u64, |sum, it| sum.saturating_add(*it.1));
    match nulls > all {
        true => Some(JsonType::Null),
        // The first of several that are as frequent.
        false => others.rev().max_by_key(|it| it.1).map(|it| *it.0),
    }
}

fn integer(shape: &Shape, place: Place<'_>) -> u64 {
    let times = shape.formats.get(&Format::UnixTime).copied().unwrap_or_default();
    match times > 0 && times.saturating_mul(2) >= count(shape, JsonType::Integer) {
        true => time(place),
        false => place.different(),
    }
}

fn time(place: Place<'_>) -> u64 {
    START + 3_600 * place.different()
}

fn text(shape: &Shape, place: Place<'_>) -> String {
    let number = place.different();
    match usual_format(shape) {
        None => format!("sample {} {}", place.name, place.number),
        Some(Format::Url) => format!("https://files.example/sample-{number}"),
        Some(Format::Time) => {
            let time = i64::try_from(time(place)).ok().and_then(|it| Timestamp::from_second(it).ok());
            time.unwrap_or_default().to_string()
        }
        Some(Format::UnixTime) => time(place).to_string(),
        Some(Format::Digits) => (1_000 + number).to_string(),
        // Base64 of `sample data `, and digits.
        Some(Format::Base64) => format!("c2FtcGxlIGRhdGEg{number:08}"),
        Some(Format::Empty) => String::new(),
    }
}

/// Returns the most frequent format of texts; `None` if most of them have none. A sample is empty only if all texts were.
fn usual_format(shape: &Shape) -> Option<Format> {
    let formats = shape.formats.iter().filter(|it| *it.1 > 0);
    let with_format = formats.clone().fold(0_u64, |sum, it| sum.saturating_add(*it.1));
    let without = count(shape, JsonType::Text).saturating_sub(with_format);
    let usual = formats.filter(|it| *it.0 != Format::Empty).max_by_key(|it| it.1);
    match usual {
        Some((format, count)) if *count > without => Some(*format),
        None if without == 0 => Some(Format::Empty),
        _ => None,
    }
}

fn flag_text(shape: &Shape, flag: bool) -> &'static str {
    match (usual_format(shape), flag) {
        (Some(Format::Digits), true) => "1",
        (Some(Format::Digits), false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    }
}
