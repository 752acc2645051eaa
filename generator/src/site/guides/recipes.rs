//! Values of the recipes: the operations that they call.

use crate::example;
use crate::model::{Model, Operation, Platform};

/// Values of the recipes.
pub(super) struct Recipes<'a> {
    /// Call of an operation with a published price and one required parameter.
    pub(super) call: String,
    /// Path of its endpoint type.
    pub(super) endpoint: String,
    pub(super) id: &'a str,
    pub(super) path: &'a str,
    /// Name of the parameter.
    pub(super) param: &'a str,
    /// Value of the parameter, as Rust code.
    pub(super) value: String,
    /// Call of an operation with published pagination.
    pub(super) paged: String,
}

impl<'a> Recipes<'a> {
    /// Returns the values; `None` if the model has no operations that the recipes can use.
    pub(super) fn new(model: &'a Model) -> Option<Self> {
        let library = &model.client.library;
        let all = || model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)));
        let is_simple = |it: &Operation| it.selectors.is_empty() && it.args.is_none();
        let call = |(platform, operation): (&Platform, &Operation)| {
            let example = example::of_platform(operation, platform, library);
            example.uses.is_none().then_some(example.call)
        };
        let (platform, operation) = all().find(|(platform, it)| {
            is_simple(it) && it.price().is_some() && it.required_params().count() == 1 && call((platform, it)).is_some()
        })?;
        let paged = all().filter(|(_, it)| is_simple(it) && it.is_paged()).find_map(call)?;
        let call = call((platform, operation))?;
        let value = call.rsplit_once('(')?.1.strip_suffix(')')?.to_owned();
        Some(Self {
            endpoint: format!("{library}::social::{}::{}", platform.module, operation.endpoint),
            id: &operation.id,
            path: &operation.route.path,
            param: &operation.required_params().next()?.wire,
            value,
            call,
            paged,
        })
    }
}
