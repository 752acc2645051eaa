//! Changes as text, Markdown and JSON.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{Change, Diff, Rename};
use crate::languages::{Arg, Message, english};
use crate::text::{count, doc_code, markdown, visible};
use crate::version::Class;

impl Change {
    /// Returns the change as a message, without its subject.
    pub fn message(&self) -> Message {
        message(self.what.name(), [&self.part, &self.was, &self.now, &self.by])
    }

    /// Returns the change in English, without its subject.
    pub fn says(&self) -> String {
        self.message().render(english())
    }

    /// Returns the reason for its class in English.
    pub fn reason(&self) -> &'static str {
        english().t(self.reason)
    }

    /// Returns the change as JSON. Fields are added to it, never removed or changed.
    pub fn to_json(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("kind".into(), self.what.name().into());
        fields.insert("class".into(), self.class.name().into());
        fields.insert("subject".into(), self.subject.clone().into());
        let args = ARGS.into_iter().zip([&self.part, &self.was, &self.now, &self.by]);
        let args: Vec<_> = args.filter_map(|(name, arg)| Some((name.to_owned(), arg.as_ref()?))).collect();
        fields.extend(args.iter().map(|(name, arg)| (name.clone(), arg.render(english()).into())));
        fields.insert("says".into(), self.says().into());
        fields.insert("reason".into(), self.reason().into());
        let args: Map<_, _> = args.into_iter().map(|(name, arg)| (name, arg.to_json())).collect();
        fields.insert("args".into(), args.into());
        fields.insert("reason_id".into(), self.reason.into());
        fields.into()
    }
}

/// Arguments of a change.
pub(crate) const ARGS: [&str; 4] = ["part", "was", "now", "by"];

/// Returns the message of a change, by its kind and its arguments.
pub(crate) fn message(kind: &str, args: [&Option<Arg>; 4]) -> Message {
    let args = ARGS.into_iter().zip(args).filter_map(|(name, arg)| Some((name, arg.as_ref()?)));
    args.fold(Message::of_kind("change", kind), |message, (name, arg)| message.with(name, arg))
}

impl Diff {
    /// Returns text for a terminal, with color: one line per change, breaking changes first.
    pub fn to_text(&self) -> String {
        let mut text =
            self.proposal().map(|it| format!("{it}; accept them with `--accept renames`:\n")).unwrap_or_default();
        for it in &self.renames {
            let _ = writeln!(text, "  {} -> {} ({} % similar)", visible(&it.was), visible(&it.now), it.score);
        }
        let width = self.changes.iter().map(|it| it.subject.chars().count()).max().unwrap_or_default().min(40);
        for class in [Class::Major, Class::Minor, Class::Patch] {
            let colour = match class {
                Class::Major => "\u{1b}[1;31m",
                Class::Minor => "\u{1b}[32m",
                Class::Patch => "\u{1b}[2m",
            };
            for it in self.changes.iter().filter(|it| it.class == class) {
                let says = it.says();
                let (subject, says) = (visible(&it.subject), visible(&says));
                let reason = it.reason();
                let _ =
                    writeln!(text, "{colour}{class}\u{1b}[0m  {subject:width$}  {says}  \u{1b}[2m({reason})\u{1b}[0m");
            }
        }
        for it in &self.guesses {
            let (was, now, line) = (visible(&it.was), visible(&it.now), it.line());
            let alike = format!("{now} may be the platform {was} (only {} % similar)", it.score);
            let _ = writeln!(text, "{alike}; if so, add `{}` to social/keys.toml", visible(&line));
        }
        match self.class() {
            None => text.push_str("nothing changed\n"),
            Some(class) => {
                let _ = writeln!(text, "{}: {class}", count(self.changes.len(), "change"));
            }
        }
        text
    }

    /// Returns Markdown for a pull request or a changelog.
    pub fn to_markdown(&self) -> String {
        let lines = self.changes.iter().map(|it| Line {
            class: it.class,
            kind: it.what.name(),
            subject: &it.subject,
            says: it.says().into(),
            reason: it.reason(),
        });
        let mut text = self.proposal().map(|it| format!("### {it}\n\n")).unwrap_or_default();
        for it in &self.renames {
            let _ = writeln!(text, "- {} → {} ({} % similar)", doc_code(&it.was), doc_code(&it.now), it.score);
        }
        if !self.renames.is_empty() {
            text.push_str("\nAccept them with `cargo xtask refresh --accept renames`.\n\n");
        }
        text += &sections(&lines.collect::<Vec<_>>());
        if !self.guesses.is_empty() {
            text.push_str("### Possible renames\n\n");
            for it in &self.guesses {
                let (was, now, line) = (doc_code(&it.was), doc_code(&it.now), doc_code(&it.line()));
                let alike = format!("{now} may be {was}, which was removed (only {} % similar)", it.score);
                let _ = writeln!(text, "- {alike}; if so, add {line} to `social/keys.toml`");
            }
            text.push('\n');
        }
        if text.is_empty() {
            text.push_str("Nothing changed.\n");
        }
        text
    }

    /// Returns a sentence with the number of platforms that seem to have new names.
    pub fn proposal(&self) -> Option<String> {
        match self.renames.len() {
            0 => None,
            1 => Some("1 platform seems to have a new name".to_owned()),
            many => Some(format!("{many} platforms seem to have new names")),
        }
    }

    /// Returns all changes as JSON.
    pub fn to_json(&self) -> Value {
        let rename = |it: &Rename| json!({ "label": it.label, "was": it.was, "now": it.now, "score": it.score });
        json!({
            "format": 1,
            "class": self.class().map(Class::name),
            "changes": self.changes.iter().map(Change::to_json).collect::<Vec<_>>(),
            "renames": self.renames.iter().map(rename).collect::<Vec<_>>(),
            "guesses": self.guesses.iter().map(rename).collect::<Vec<_>>(),
        })
    }
}

/// A change in a list.
pub(crate) struct Line<'a> {
    pub(crate) class: Class,
    /// Kind of change, such as `price-up`.
    pub(crate) kind: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) says: Cow<'a, str>,
    pub(crate) reason: &'a str,
}

impl Line<'_> {
    /// Returns the title of its section. A new name is no addition, even if the old one stays for one version.
    fn section(&self) -> &'static str {
        match (self.class, self.kind) {
            (Class::Major, _) => "Breaking changes",
            (_, "param-deprecated") => "Deprecated",
            (Class::Patch, _) => "Changed",
            (Class::Minor, kind) if kind.ends_with("-name") || kind.ends_with("-renamed") => "Changed",
            (Class::Minor, _) => "Added",
        }
    }
}

/// Returns changes as Markdown, in sections, breaking changes first.
pub(crate) fn sections(lines: &[Line<'_>]) -> String {
    let mut text = String::new();
    for title in ["Breaking changes", "Added", "Changed", "Deprecated"] {
        let lines: Vec<_> = lines.iter().filter(|it| it.section() == title).collect();
        if lines.is_empty() {
            continue;
        }
        let _ = writeln!(text, "### {title}\n");
        for it in lines {
            let (subject, says, reason) = (doc_code(it.subject), markdown(&it.says), markdown(it.reason));
            let _ = writeln!(text, "- {subject}: {says} ({reason})");
        }
        text.push('\n');
    }
    text
}
