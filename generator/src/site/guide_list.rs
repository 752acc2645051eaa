//! The guides: name and subject.

use crate::model::Model;
use crate::site::lang::Language;

use Subject::{Assumptions, Client, Interface, Recipes, Records, Terms};

/// A guide. Its title and summary are the messages `guide-NAME` and `guide-NAME-about`.
pub(in crate::site) struct Guide {
    pub(in crate::site) name: &'static str,
    pub(super) subject: Subject,
}

/// Subject of a guide.
pub(super) enum Subject {
    /// The client as a whole.
    Client,
    /// An interface, by its module.
    Interface(&'static str),
    /// Workflow records.
    Records,
    /// Programs with social data.
    Recipes,
    /// Assumptions, which other pages also show.
    Assumptions,
    /// Terms of the service.
    Terms,
}

const fn guide(name: &'static str, subject: Subject) -> Guide {
    Guide { name, subject }
}

impl Guide {
    /// Returns true if the model has its subject.
    fn applies(&self, model: &Model) -> bool {
        match self.subject {
            Client | Assumptions | Terms => true,
            Interface(module) => model.interfaces.iter().any(|it| it.module == module),
            Records => !model.records.is_empty(),
            Recipes => super::recipes::Recipes::new(model).is_some(),
        }
    }

    pub(in crate::site) fn title(&self, lang: Language) -> &'static str {
        lang.find("guide", self.name).unwrap_or(self.name)
    }

    pub(in crate::site) fn about(&self, lang: Language) -> &'static str {
        lang.find("guide", &format!("{}-about", self.name)).unwrap_or_default()
    }
}

/// Guides in reading order.
pub(super) static GUIDES: [Guide; 20] = [
    guide("start", Client),
    guide("authentication", Client),
    guide("use", Terms),
    guide("pagination", Recipes),
    guide("recipes", Recipes),
    guide("chat", Interface("chat")),
    guide("images", Interface("image")),
    guide("audio", Interface("audio")),
    guide("realtime", Interface("realtime")),
    guide("videos", Interface("video")),
    guide("workflows", Records),
    guide("errors", Client),
    guide("limits", Client),
    guide("billing", Client),
    guide("budgets", Client),
    guide("assumptions", Assumptions),
    guide("cli", Recipes),
    guide("agents", Recipes),
    guide("mock", Client),
    guide("features", Client),
];

/// Returns the guides whose subject the model has.
pub(in crate::site) fn all(model: &Model) -> Vec<&'static Guide> {
    GUIDES.iter().filter(|it| it.applies(model)).collect()
}
