//! The schema of workflow records as types with names.

use std::collections::BTreeMap;

use gatewright_runtime::workflow::{self, Path, Schema, Shape, Step};

use crate::catalog::{Catalog, SchemaSpec};
use crate::model::{ExampleRecord, Holds, RecordField, RecordKind, RecordType, RecordValue, Workflow};
use crate::names::{self, Scope};
use crate::report::{Place, Report};

pub(super) fn lower(catalog: &Catalog, report: &mut Report) -> Option<Workflow> {
    let SchemaSpec { schema, text, places } = catalog.schema.as_ref()?;
    let (mut lower, top) = (Lower { schema, places, report }, Path::default());
    if !matches!(schema.root.kind, workflow::Kind::Object(_)) {
        lower.complain(&top, "a record must be an object".into(), "give the schema `properties`");
    }
    let defs = top.to(key("$defs"));
    let named = schema.named.iter().map(|(name, shape)| (name, shape, defs.to(key(name))));
    let all = std::iter::once((&schema.name, &schema.root, top)).chain(named);
    let types: Vec<_> = all.map(|(name, shape, at)| lower.named(name, shape, &at)).collect();
    let mut examples: Vec<_> = catalog
        .records
        .iter()
        .map(|it| ExampleRecord {
            page: names::record_page(&it.name),
            place: it.place,
            name: it.name.clone(),
            title: it.title.clone(),
            summary: it.summary.clone(),
            terms: it.terms.clone(),
            text: it.text.clone(),
            indexable: it.indexable,
            in_sitemap: it.in_sitemap,
        })
        .collect();
    examples.sort_by(|a, b| a.name.cmp(&b.name));
    let name = types[0].name.clone();
    let executable = names::camel(&["executable", &schema.name]);
    Some(Workflow { schema: text.clone(), name, executable, page: names::page(&["workflow"]), types, examples })
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

struct Lower<'a> {
    schema: &'a Schema,
    places: &'a BTreeMap<Path, Place>,
    report: &'a mut Report,
}

impl Lower<'_> {
    fn named(&mut self, name: &str, shape: &Shape, at: &Path) -> RecordType {
        let kind = match &shape.kind {
            workflow::Kind::Object(fields) => {
                let below = at.to(key("properties"));
                RecordKind::Object(fields.iter().map(|it| self.field(it, &below.to(key(&it.name)))).collect())
            }
            workflow::Kind::Constant(text) => RecordKind::Constant(text.clone()),
            workflow::Kind::OneOf(values) => {
                let below = at.to(key("enum"));
                let value = |(number, wire): (usize, &String)| RecordValue {
                    variant: names::variant(wire),
                    wire: wire.clone(),
                    place: self.place(&below.to(Step::Item(number))),
                };
                RecordKind::OneOf(values.iter().enumerate().map(value).collect())
            }
            workflow::Kind::Text(rule) => RecordKind::Text {
                min: rule.min(),
                pattern: rule.pattern().map(str::to_owned),
                is_date: rule.is_date(),
            },
            _ => {
                self.complain(at, format!("`{name}` has a name and needs none"), "write what it is where it is used");
                RecordKind::OneOf(Vec::new())
            }
        };
        RecordType { name: names::camel(&[name]), about: shape.about.clone(), kind, place: self.place(at) }
    }

    fn field(&mut self, field: &workflow::Field, at: &Path) -> RecordField {
        let shape = &field.shape;
        // What a name stands for can be null as well as the field itself.
        let nullable = shape.nullable || self.target(shape).is_some_and(|(_, it)| it.nullable);
        if nullable && !field.required {
            let says = format!("`{}` can be missing and can be null", field.name);
            self.complain(
                at,
                says,
                "a type in Rust has one way to say that there is nothing: require the field, or drop null",
            );
        }
        RecordField {
            name: names::snake(&field.name, Scope::Field),
            wire: field.name.clone(),
            about: shape.about.clone(),
            required: field.required,
            nullable,
            holds: self.holds(shape, &field.name, at),
            place: self.place(at),
        }
    }

    /// What a name stands for, and which type that is: the record itself is the first.
    fn target(&self, shape: &Shape) -> Option<(usize, &Shape)> {
        let workflow::Kind::Named(name) = &shape.kind else { return None };
        let index = self.schema.named.iter().position(|it| it.0 == *name)?;
        Some((index + 1, &self.schema.named[index].1))
    }

    fn holds(&mut self, shape: &Shape, name: &str, at: &Path) -> Holds {
        match &shape.kind {
            workflow::Kind::Named(_) => Holds::Type(self.target(shape).map_or(0, |it| it.0)),
            workflow::Kind::Text(rule) if rule.is_open() => Holds::Text,
            workflow::Kind::Flag => Holds::Flag,
            workflow::Kind::Always(flag) => Holds::Always(*flag),
            workflow::Kind::Scalar => Holds::Scalar,
            workflow::Kind::Map => Holds::Map,
            workflow::Kind::List { items, min, unique } => {
                if items.as_ref().is_some_and(|it| it.nullable || self.target(it).is_some_and(|it| it.1.nullable)) {
                    self.complain(at, format!("items of `{name}` can be null"), "leave null items out");
                }
                let items = items.as_ref().map(|it| Box::new(self.holds(it, name, &at.to(key("items")))));
                Holds::List { items, min: *min, unique: *unique }
            }
            _ => {
                self.complain(
                    at,
                    format!("`{name}` would be a type without a name"),
                    "put it into `$defs`, and refer to it from here: its type is called as it is there",
                );
                Holds::Text
            }
        }
    }

    fn place(&self, at: &Path) -> Place {
        self.places.get(at).copied().unwrap_or_default()
    }

    fn complain(&mut self, at: &Path, says: String, hint: &str) {
        self.report.error("bad-schema", self.place(at), says).hint(hint);
    }
}
