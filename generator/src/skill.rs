//! Skill for AI agents, in the generated crate and on the docs site.

use askama::Template;

use crate::model::Model;

#[derive(Template)]
#[template(path = "site/skill.md")]
struct Skill<'a> {
    model: &'a Model,
    /// URL of the docs site, with a slash at its end.
    url: Option<&'a str>,
    /// Note about the sample catalog.
    note: Option<&'static str>,
}

/// Returns the skill. With the URL of the docs site, it has links to the site.
pub(crate) fn skill(model: &Model, url: Option<&str>) -> String {
    let note = model.has_sample_models.then(|| crate::languages::english().t("sample-models"));
    Skill { model, url, note }.render().expect("writing to a string cannot fail")
}
