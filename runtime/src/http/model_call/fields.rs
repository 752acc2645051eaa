//! Fields of a body that have places, shapes and rules of their own, as data.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{CostUnknown, Decimal, places};

/// A parameter: where its value goes, and as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// Where it goes: dots lead into objects, `[]` at the end appends to a list. Several places get the same value.
    pub places: &'static [&'static str],
    /// The object that a value becomes, as JSON in which the text `$` stands for the value.
    pub shape: Option<&'static str>,
    /// Whether it can be given more than once.
    pub many: bool,
}

impl Field {
    /// A parameter that goes to these places as it is, and is given once.
    pub const fn new(name: &'static str, places: &'static [&'static str]) -> Self {
        Self { name, places, shape: None, many: false }
    }

    /// The same in an object.
    #[must_use]
    pub const fn shaped(self, shape: &'static str) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// The same, as often as one likes.
    #[must_use]
    pub const fn many(self) -> Self {
        Self { many: true, ..self }
    }
}

/// How many values some parameters hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The parameters, by name.
    pub of: &'static [&'static str],
    /// At least so many.
    pub min: usize,
    /// At most so many.
    pub max: usize,
}

/// What the values of a parameter multiply a price by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The parameter, by name.
    pub of: &'static str,
    /// Its value if it is not given, as far as that is known.
    pub unset: Option<&'static str>,
    /// Values and factors.
    pub times: &'static [(&'static str, Decimal)],
}

/// What an endpoint says of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldRules {
    /// The parameters in order: those that append to one list do so in this order, whenever they are given.
    pub order: &'static [&'static str],
    /// How many values there may be.
    pub counts: &'static [Count],
    /// The parameters that can hold the billed length: it is known if exactly one of them is given.
    pub lengths: &'static [&'static str],
    /// What multiplies the price.
    pub factors: &'static [Factor],
    /// Places that only the parameters themselves may fill: what the service would drop, fold or refuse is not sent there.
    pub kept: &'static [&'static str],
    /// Models that have requests of their own, with the fields that they read: they are not taken here.
    pub others: &'static [&'static str],
}

impl FieldRules {
    /// An endpoint without any.
    pub const NONE: Self = Self { order: &[], counts: &[], lengths: &[], factors: &[], kept: &[], others: &[] };

    /// Whether what is written at a place would change, or lie in, one that is kept.
    pub(crate) fn keep(&self, place: &str) -> bool {
        let lies_in = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        // A list would take the place of an object that stands there, so that it is as large as that.
        let place = before_brackets(place);
        let kept = || self.kept.iter().map(|it| before_brackets(it));
        kept().any(|kept| lies_in(place, kept) || lies_in(kept, place))
    }
}

fn before_brackets(place: &str) -> &str {
    place.split('[').next().unwrap_or_default()
}

/// Values of parameters, before they become a body.
///
/// ```
/// use gatewright_runtime::{Field, Fields};
///
/// const IMAGE: Field = Field::new("image", &["images[]"]).many();
/// let fields = Fields::default().field(&IMAGE, "https://files.example/a.png");
/// assert_eq!(fields.count("image"), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fields {
    entries: Vec<Entry>,
    /// What is wrong with a value, by the name of its parameter.
    problems: Vec<(&'static str, String)>,
}

#[derive(Clone, Debug)]
struct Entry {
    name: &'static str,
    places: &'static [&'static str],
    many: bool,
    value: Value,
}

impl Fields {
    /// Gives a value. None is ever dropped: two of a parameter that takes one are a problem, told before anything is sent.
    #[must_use]
    pub fn field(mut self, field: &Field, value: impl Serialize) -> Self {
        let value = match serde_json::to_value(value) {
            Ok(Value::Null) => Err(format!("`{}` is null, or no number that JSON can write", field.name)),
            Ok(value) => Ok(value),
            Err(problem) => Err(format!("`{}` cannot be sent: {problem}", field.name)),
        };
        let value = match value {
            Ok(value) => value,
            Err(problem) => {
                self.problems.push((field.name, problem));
                return self;
            }
        };
        let value = match field.shape.and_then(|it| serde_json::from_str(it).ok()) {
            Some(shape) => places::shaped(shape, &value),
            None => value,
        };
        self.entries.push(Entry { name: field.name, places: field.places, many: field.many, value });
        self
    }

    /// The same in the place of one that was given before, unless the parameter takes many.
    #[must_use]
    pub fn replace(mut self, field: &Field, value: impl Serialize) -> Self {
        if !field.many {
            self.entries.retain(|it| it.name != field.name);
            self.problems.retain(|(name, _)| *name != field.name);
        }
        self.field(field, value)
    }

    /// Adds all values of others.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.entries.extend(others.entries);
        self.problems.extend(others.problems);
        self
    }

    /// The same, if their numbers are what they should be.
    pub fn counted(self, counts: &[Count]) -> Option<Self> {
        counts.iter().all(|it| (it.min..=it.max).contains(&self.all(it.of))).then_some(self)
    }

    /// How many values a parameter has.
    pub fn count(&self, name: &str) -> usize {
        self.entries.iter().filter(|it| it.name == name).count()
    }

    fn all(&self, names: &[&str]) -> usize {
        names.iter().map(|it| self.count(it)).sum()
    }

    /// What is wrong with them, by the rules of their endpoint.
    pub(crate) fn problem(&self, rules: &FieldRules) -> Option<String> {
        let first = self.problems.first().map(|(_, problem)| problem.clone());
        first.or_else(|| self.given_twice()).or_else(|| {
            let wrong = rules.counts.iter().find(|it| !(it.min..=it.max).contains(&self.all(it.of)))?;
            let names: Vec<_> = wrong.of.iter().map(|it| format!("`{it}`")).collect();
            let (names, given) = (names.join(", "), self.all(wrong.of));
            Some(match wrong.max {
                max if given > max => format!("of {names} at most {max} can be given, and there are {given}"),
                _ => format!("of {names} at least {} must be given, and there are {given}", wrong.min),
            })
        })
    }

    /// Of two values of a parameter that takes one, the service would see one.
    fn given_twice(&self) -> Option<String> {
        let twice = self.entries.iter().find(|it| !it.many && self.count(it.name) > 1)?;
        Some(format!("`{}` can be given once, and was given {} times", twice.name, self.count(twice.name)))
    }

    /// What would be sent in the place of something that was put into the body by another way.
    pub(crate) fn covers(&self, body: &Map<String, Value>) -> Option<String> {
        let places = self.entries.iter().flat_map(|entry| entry.places.iter().map(move |place| (entry, *place)));
        let lost = |(entry, place): &(&Entry, &str)| {
            let mut steps = place.trim_end_matches("[]").split('.').peekable();
            let mut inner = body;
            while let Some(there) = steps.next().and_then(|it| inner.get(it)) {
                match there {
                    Value::Object(fields) if steps.peek().is_some() => inner = fields,
                    Value::Object(_) => return clash(there, &entry.value),
                    there => return steps.peek().is_some() || !(place.ends_with("[]") && there.is_array()),
                }
            }
            false
        };
        let (entry, place) = places.into_iter().find(lost)?;
        Some(format!(
            "`{place}` is given by `extra`, too, and only `{}` would be sent: give one of the two",
            entry.name
        ))
    }

    /// Writes them where they go.
    pub(crate) fn write(&self, rules: &FieldRules, body: &mut Map<String, Value>) {
        let rank = |it: &&Entry| rules.order.iter().position(|name| *name == it.name);
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(rank);
        for entry in entries {
            for place in entry.places {
                match (&entry.value, body.get_mut(*place)) {
                    // What was put there by other ways stays.
                    (Value::Object(more), Some(Value::Object(there))) => join(there, more),
                    (value, _) => places::put(body, place, value.clone()),
                }
            }
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|it| it.name == name).map(|it| &it.value)
    }

    /// The seconds that are billed.
    pub(crate) fn length(&self, rules: &FieldRules) -> Result<Decimal, CostUnknown> {
        let mut given = rules.lengths.iter().filter_map(|it| self.value(it));
        match (given.next(), given.next()) {
            (Some(length), None) => crate::lenient::decimal(length.clone()).map_err(|_| CostUnknown::Usage("seconds")),
            (None, _) => Err(CostUnknown::Usage("seconds")),
            (Some(_), Some(_)) => Err(CostUnknown::Condition("which of two lengths is taken")),
        }
    }

    /// The values, whatever parameters they are of.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|it| &it.value)
    }

    /// What the price is multiplied by.
    pub(crate) fn factor(&self, rules: &FieldRules) -> Result<Option<Decimal>, CostUnknown> {
        let Some(factor) = rules.factors.first() else { return Ok(None) };
        let value = self.value(factor.of).and_then(Value::as_str).or(factor.unset);
        let times = factor.times.iter().find(|(known, _)| Some(*known) == value);
        times.map(|(_, times)| Some(*times)).ok_or(CostUnknown::Condition("a mode without a published factor"))
    }
}

/// Whether two values cannot both stand at one place: only objects can, and only with other fields.
fn clash(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.iter().any(|(name, it)| other.get(name).is_some_and(|other| clash(it, other)))
        }
        _ => true,
    }
}

/// Puts fields beside those that are there, however deep.
fn join(there: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (there.get_mut(name), value) {
            (Some(Value::Object(there)), Value::Object(more)) => join(there, more),
            _ => {
                there.insert(name.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FRAME: Field = Field {
        name: "frame",
        places: &["metadata.list[]"],
        shape: Some(r#"{"url":"$","type":"first"}"#),
        many: false,
    };
    const IMAGE: Field =
        Field { name: "image", places: &["metadata.list[]"], shape: Some(r#"{"url":"$"}"#), many: true };
    const PROMPT: Field = Field { name: "prompt", places: &["prompt", "metadata.prompt"], shape: None, many: false };
    const RULES: FieldRules = FieldRules {
        order: &["prompt", "frame", "image"],
        counts: &[Count { of: &["image"], min: 1, max: 2 }],
        lengths: &["duration", "seconds"],
        kept: &["images", "metadata.list[].type", "metadata.ratio"],
        ..FieldRules::NONE
    };

    #[test]
    fn values_go_to_their_places_in_the_order_of_the_rules() {
        let fields = Fields::default().field(&IMAGE, "a").field(&IMAGE, "b").field(&FRAME, "x").replace(&FRAME, "f");
        let mut body = Map::new();
        fields.field(&PROMPT, "tea").write(&RULES, &mut body);
        let list = json!([{ "url": "f", "type": "first" }, { "url": "a" }, { "url": "b" }]);
        assert_eq!(Value::Object(body), json!({ "prompt": "tea", "metadata": { "prompt": "tea", "list": list } }));
    }

    #[test]
    fn too_few_and_too_many_are_told_before_anything_is_sent() {
        let none = Fields::default();
        assert!(none.problem(&RULES).is_some_and(|it| it.contains("at least 1")));
        let three = none.field(&IMAGE, "a").field(&IMAGE, "b").field(&IMAGE, "c");
        assert!(three.problem(&RULES).is_some_and(|it| it.contains("at most 2") && it.contains("there are 3")));
        assert!(three.counted(RULES.counts).is_none());
    }

    #[test]
    fn two_values_of_a_parameter_that_takes_one_are_told() {
        let once = Fields::default().field(&FRAME, "a").field(&IMAGE, "b");
        assert_eq!(once.problem(&RULES), None);
        let said = Some("`frame` can be given once, and was given 2 times".to_owned());
        assert_eq!(once.clone().field(&FRAME, "c").problem(&RULES), said);
        assert_eq!(once.clone().and(once).problem(&RULES), said);
    }

    #[test]
    fn a_length_is_known_if_it_is_said_once() {
        const DURATION: Field = Field::new("duration", &["duration"]);
        const SECONDS: Field = Field::new("seconds", &["seconds"]);
        let (none, ten) = (Fields::default(), Decimal::attos(10_000_000_000_000_000_000));
        assert_eq!(none.length(&RULES), Err(CostUnknown::Usage("seconds")));
        assert_eq!(none.clone().field(&DURATION, 10).length(&RULES), Ok(ten));
        assert_eq!(none.clone().field(&SECONDS, "10").length(&RULES), Ok(ten));
        let both = none.field(&DURATION, 1).field(&SECONDS, "10");
        assert!(matches!(both.length(&RULES), Err(CostUnknown::Condition(_))));
    }

    #[test]
    fn kept_places_are_kept_from_all_sides() {
        for place in [
            "images",
            "images[]",
            "metadata",
            "metadata[]",
            "metadata.list",
            "metadata.list[]",
            "metadata.ratio",
            "metadata.ratio[]",
            "metadata.ratio.x",
        ] {
            assert!(RULES.keep(place), "{place}");
        }
        for place in ["image", "imagesque", "metadata.seed", "metadata.ratios", "prompt"] {
            assert!(!RULES.keep(place), "{place}");
        }
    }
}
