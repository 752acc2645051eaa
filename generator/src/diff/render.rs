//! Changes for people and for programs.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{Change, Diff, Rename};
use crate::text::{count, doc_code, markdown, visible};
use crate::version::Class;

impl Change {
    /// The change in a sentence, without its subject.
    pub fn says(&self) -> String {
        let text = |it: &Option<String>| it.clone().unwrap_or_default();
        let (part, was, now, by) = (text(&self.part), text(&self.was), text(&self.now), text(&self.by));
        let mut says = String::new();
        let mut rest = self.what.entry().2;
        // In one pass: what is put in is foreign text, which may look like a place to put something in.
        while let Some((before, behind)) = rest.split_once('{') {
            says.push_str(before);
            let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
            says.push_str(match name {
                "part" => &part,
                "was" => &was,
                "by" => &by,
                _ => &now,
            });
            rest = after;
        }
        says + rest
    }

    /// The same as JSON. Fields are added to it, never taken away or changed.
    pub fn to_json(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("kind".into(), self.what.name().into());
        fields.insert("class".into(), self.class.name().into());
        fields.insert("subject".into(), self.subject.clone().into());
        for (name, value) in [("part", &self.part), ("was", &self.was), ("now", &self.now), ("by", &self.by)] {
            if let Some(value) = value {
                fields.insert(name.into(), value.clone().into());
            }
        }
        fields.insert("says".into(), self.says().into());
        fields.insert("reason".into(), self.reason.into());
        fields.into()
    }
}

impl Diff {
    /// For a terminal, with colour: a line for each change, what breaks programs first.
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
                let reason = it.reason;
                let _ =
                    writeln!(text, "{colour}{class}\u{1b}[0m  {subject:width$}  {says}  \u{1b}[2m({reason})\u{1b}[0m");
            }
        }
        for it in &self.guesses {
            let (was, now, line) = (visible(&it.was), visible(&it.now), it.line());
            let alike = format!("possibly {now} is the platform {was} (alike to {} % only)", it.score);
            let _ = writeln!(text, "{alike}; if so, write `{}` into social/keys.toml", visible(&line));
        }
        match self.class() {
            None => text.push_str("nothing changed\n"),
            Some(class) => {
                let _ = writeln!(text, "{}: {class}", count(self.changes.len(), "change"));
            }
        }
        text
    }

    /// For a pull request or a changelog.
    pub fn to_markdown(&self) -> String {
        let lines = self.changes.iter().map(|it| Line {
            class: it.class,
            subject: &it.subject,
            says: it.says().into(),
            reason: it.reason,
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
            text.push_str("### Perhaps only renamed\n\n");
            for it in &self.guesses {
                let (was, now, line) = (doc_code(&it.was), doc_code(&it.now), doc_code(&it.line()));
                let alike = format!("{now} is alike to {was}, which is gone, to {} % only", it.score);
                let _ = writeln!(text, "- {alike}; if it is the same, write {line} into `social/keys.toml`");
            }
            text.push('\n');
        }
        if text.is_empty() {
            text.push_str("Nothing changed.\n");
        }
        text
    }

    /// Number of platforms that seem to have new names, as a sentence.
    pub fn proposal(&self) -> Option<String> {
        match self.renames.len() {
            0 => None,
            1 => Some("1 platform seems to have a new name".to_owned()),
            many => Some(format!("{many} platforms seem to have new names")),
        }
    }

    /// For programs.
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

/// A change to be listed.
pub(crate) struct Line<'a> {
    pub(crate) class: Class,
    pub(crate) subject: &'a str,
    pub(crate) says: Cow<'a, str>,
    pub(crate) reason: &'a str,
}

/// Changes as Markdown, a section for each class: what breaks programs first.
pub(crate) fn sections(lines: &[Line<'_>]) -> String {
    let mut text = String::new();
    for (class, title) in [
        (Class::Major, "Programs may have to change"),
        (Class::Minor, "New"),
        (Class::Patch, "Changed, without a change to programs"),
    ] {
        let lines: Vec<_> = lines.iter().filter(|it| it.class == class).collect();
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
