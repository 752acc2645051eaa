//! Values of the recipes: the operations that they call.

use crate::example;
use crate::model::{Model, Operation, Platform};
use crate::site::snippet::gw;

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
    pub(super) platform: &'a str,
    pub(super) key: &'a str,
    /// The call with `gw`.
    pub(super) gw: String,
    /// Call of an operation with published pagination.
    pub(super) paged: String,
    /// That call with `gw`.
    pub(super) paged_gw: String,
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
        let (paged_platform, paged_operation) =
            all().find(|(platform, it)| is_simple(it) && it.is_paged() && call((platform, it)).is_some())?;
        let paged = call((paged_platform, paged_operation))?;
        let call = call((platform, operation))?;
        let value = call.rsplit_once('(')?.1.strip_suffix(')')?.to_owned();
        Some(Self {
            endpoint: format!("{library}::social::{}::{}", platform.module, operation.endpoint),
            id: &operation.id,
            path: &operation.route.path,
            platform: &platform.key,
            key: &operation.key,
            gw: gw::of_platform(operation, platform),
            paged_gw: gw::of_platform(paged_operation, paged_platform),
            param: &operation.required_params().next()?.wire,
            value,
            call,
            paged,
        })
    }
}
