//! Next steps of a reader on the page of an operation.

use super::lang::Language;
use super::{calculator, guide_list};
use crate::model::{Model, Operation, Platform, Reply};

/// A page that helps with the next step.
pub(super) struct Step {
    pub(super) path: String,
    /// State of that page, with `#`, or nothing.
    pub(super) fragment: String,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
}

/// Returns the next steps after a call of an operation.
pub(super) fn steps(operation: &Operation, platform: Option<&Platform>, model: &Model, lang: Language) -> Vec<Step> {
    let subject = match operation.reply {
        Reply::Social => operation.is_paged().then_some("pagination"),
        Reply::Conversation(_) | Reply::Json => Some("chat"),
        Reply::Image => Some("images"),
        Reply::Transcript | Reply::File => Some("audio"),
        Reply::Session => Some("realtime"),
        Reply::Task => Some("videos"),
    };
    let guides = guide_list::all(model);
    let guide = |name: &str| {
        let guide = guides.iter().find(|it| it.name == name)?;
        let path = format!("guides/{name}");
        Some(Step { path, fragment: String::new(), title: guide.title(lang), about: guide.about(lang) })
    };
    let fragment = match (platform, operation.price()) {
        (Some(platform), Some(_)) => Some(calculator::calls(platform, operation)),
        _ => {
            let mut accepted = model.models.iter().filter(|it| operation.accepts(it));
            let priced = accepted.find(|it| calculator::has_estimate(it, model));
            priced.or_else(|| model.sample_for(operation)).map(calculator::fields)
        }
    };
    let estimate = fragment.map(|it| Step {
        path: "calculator".to_owned(),
        fragment: format!("#{it}"),
        title: lang.t("estimate-calls"),
        about: lang.t("estimate-calls-about"),
    });
    let others = ["errors", "budgets", "mock"].into_iter().filter_map(guide);
    subject.and_then(guide).into_iter().chain(estimate).chain(others).collect()
}
