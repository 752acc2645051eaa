//! Endpoints by the way they page.

use crate::model::{Model, NextPage, Operation, Param, Platform};

/// Endpoints by the way they page; each line is Markdown.
#[derive(Default)]
pub(super) struct Pagination {
    published: Vec<String>,
    unpublished: Vec<String>,
    counted: Vec<String>,
    none: Vec<String>,
}

impl Pagination {
    pub(super) fn new(model: &Model) -> Self {
        let mut all = Self::default();
        for platform in &model.platforms {
            for operation in &platform.operations {
                all.add(platform, operation);
            }
        }
        all
    }

    /// Returns the lists with the names of their blocks.
    pub(super) fn blocks(&self) -> Vec<(&'static str, &Vec<String>)> {
        vec![
            ("published", &self.published),
            ("unpublished", &self.unpublished),
            ("counted", &self.counted),
            ("none", &self.none),
        ]
    }

    fn add(&mut self, platform: &Platform, operation: &Operation) {
        let name = format!("[{} {}](page:{}.md)", platform.key, operation.key, operation.page);
        let code = |it: &Param| format!("`{}`", it.wire);
        let params = |list: &[String]| if list.is_empty() { String::new() } else { format!(": {}", list.join(", ")) };
        let paging: Vec<_> = operation.paging().collect();
        let counts = paging.iter().any(|(_, it)| it.next == NextPage::Counting);
        let list = if paging.is_empty() {
            return self.none.push(name);
        } else if counts {
            &mut self.counted
        } else if paging.iter().all(|(_, it)| it.next.is_known()) {
            &mut self.published
        } else {
            &mut self.unpublished
        };
        let shown = paging.iter().map(|(param, it)| match &it.next {
            NextPage::PreviousReply(Some(field)) | NextPage::FirstReply(Some(field)) => {
                format!("{} ← `{field}`", code(param))
            }
            _ => code(param),
        });
        list.push(format!("{name}{}", params(&shown.collect::<Vec<_>>())));
    }
}
