//! The schema of workflow records as types with names.

use gatewright_runtime::workflow::{self, Schema, Shape};

use crate::catalog::{Catalog, SchemaSpec};
use crate::model::{ExampleRecord, Holds, RecordField, RecordKind, RecordType, RecordValue, Workflow};
use crate::names::{self, Scope};
use crate::report::{Place, Report};

pub(super) fn lower(catalog: &Catalog, report: &mut Report) -> Option<Workflow> {
    let SchemaSpec { schema, text, file } = catalog.schema.as_ref()?;
    let mut lower = Lower { schema, place: Place::new(*file, &(0..text.len())), report };
    let root = std::iter::once((schema.name.as_str(), &schema.root));
    let all = root.chain(schema.named.iter().map(|(name, shape)| (name.as_str(), shape)));
    let types: Vec<_> = all.map(|(name, shape)| lower.named(name, shape)).collect();
    lower.apart(&types);
    let mut examples: Vec<_> = catalog
        .records
        .iter()
        .map(|it| {
            let stem = names::snake(&it.name, Scope::Module).replace('_', "-");
            ExampleRecord {
                page: names::page(&["workflow", &stem]),
                name: it.name.clone(),
                title: it.title.clone(),
                summary: it.summary.clone(),
                terms: it.terms.clone(),
                text: it.text.clone(),
            }
        })
        .collect();
    examples.sort_by(|a, b| a.name.cmp(&b.name));
    let name = types[0].name.clone();
    Some(Workflow { schema: text.clone(), name, page: names::page(&["workflow"]), types, examples })
}

struct Lower<'a> {
    schema: &'a Schema,
    place: Place,
    report: &'a mut Report,
}

impl Lower<'_> {
    fn named(&mut self, name: &str, shape: &Shape) -> RecordType {
        let kind = match &shape.kind {
            workflow::Kind::Object(fields) => RecordKind::Object(fields.iter().map(|it| self.field(it)).collect()),
            workflow::Kind::Constant(text) => RecordKind::Constant(text.clone()),
            workflow::Kind::OneOf(values) => RecordKind::OneOf(
                values.iter().map(|it| RecordValue { variant: names::variant(it), wire: it.clone() }).collect(),
            ),
            workflow::Kind::Text(rule) => RecordKind::Text {
                min: rule.min(),
                pattern: rule.pattern().map(str::to_owned),
                is_date: rule.is_date(),
            },
            _ => {
                self.complain(format!("`{name}` has a name and needs none"), "write what it is where it is used");
                RecordKind::OneOf(Vec::new())
            }
        };
        RecordType { name: names::camel(&[name]), about: shape.about.clone(), kind }
    }

    fn field(&mut self, field: &workflow::Field) -> RecordField {
        let shape = &field.shape;
        // What a name stands for can be null as well as the field itself.
        let nullable = shape.nullable || self.target(shape).is_some_and(|(_, it)| it.nullable);
        if nullable && !field.required {
            let says = format!("`{}` can be missing and can be null", field.name);
            self.complain(
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
            holds: self.holds(shape, &field.name),
        }
    }

    /// What a name stands for, and which type that is: the record itself is the first.
    fn target(&self, shape: &Shape) -> Option<(usize, &Shape)> {
        let workflow::Kind::Named(name) = &shape.kind else { return None };
        let index = self.schema.named.iter().position(|it| it.0 == *name)?;
        Some((index + 1, &self.schema.named[index].1))
    }

    fn holds(&mut self, shape: &Shape, name: &str) -> Holds {
        match &shape.kind {
            workflow::Kind::Named(_) => Holds::Type(self.target(shape).map_or(0, |it| it.0)),
            workflow::Kind::Text(rule) if rule.is_open() => Holds::Text,
            workflow::Kind::Flag => Holds::Flag,
            workflow::Kind::Always(flag) => Holds::Always(*flag),
            workflow::Kind::Scalar => Holds::Scalar,
            workflow::Kind::Map => Holds::Map,
            workflow::Kind::List { items, min, unique } => {
                if items.as_ref().is_some_and(|it| it.nullable || self.target(it).is_some_and(|it| it.1.nullable)) {
                    self.complain(format!("items of `{name}` can be null"), "leave null items out");
                }
                let items = items.as_ref().map(|it| Box::new(self.holds(it, name)));
                Holds::List { items, min: *min, unique: *unique }
            }
            _ => {
                self.complain(
                    format!("`{name}` would be a type without a name"),
                    "put it into `$defs`, and refer to it from here: its type is called as it is there",
                );
                Holds::Text
            }
        }
    }

    /// Names that become the same in Rust.
    fn apart(&mut self, types: &[RecordType]) {
        if !matches!(types[0].kind, RecordKind::Object(_)) {
            self.complain("a record must be an object".into(), "give the schema `properties`");
        }
        let mut scopes = vec![("the schema".to_owned(), types.iter().map(|it| it.name.as_str()).collect::<Vec<_>>())];
        for it in types {
            match &it.kind {
                RecordKind::Object(fields) => {
                    scopes.push((it.name.clone(), fields.iter().map(|it| it.name.as_str()).collect()))
                }
                RecordKind::OneOf(values) => {
                    scopes.push((it.name.clone(), values.iter().map(|it| it.variant.as_str()).collect()))
                }
                _ => {}
            }
        }
        for (scope, mut names) in scopes {
            names.sort_unstable();
            for twice in names.windows(2).filter(|it| it[0] == it[1]) {
                let says = format!("two names become `{}` in {scope}", twice[0]);
                self.report.error("name-collision", self.place, says).hint("rename one of the two");
            }
        }
        if let Some(taken) =
            types.iter().find(|it| it.name == "Rules" || it.name == format!("Executable{}", types[0].name))
        {
            self.complain(format!("`{}` is the name of something else", taken.name), "call it otherwise");
        }
    }

    fn complain(&mut self, says: String, hint: &str) {
        self.report.error("bad-schema", self.place, says).hint(hint);
    }
}
