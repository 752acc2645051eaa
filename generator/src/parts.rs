//! What is made of each platform, on its own: in parallel, and kept from one run to the next.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rayon::prelude::*;

use crate::emit::{self, Options};
use crate::model::{Model, Platform};
use crate::openapi;
use crate::output::Shared;

/// Names a platform's model and the options it is written with: the same fingerprint, the same part.
pub type Fingerprint = u64;

/// What depends on one platform alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where its Rust module goes in the output.
    pub path: String,
    /// The text of that; `None` when the file is there from an earlier run, for who keeps parts without it.
    pub module: Option<Shared>,
    /// Its paths in OpenAPI 3.1.
    pub openapi: Shared,
    /// Its paths in OpenAPI 3.0.
    pub openapi_3_0: Shared,
}

/// The parts of a run, to be handed to the next one.
///
/// ```
/// # fn demo(old: &gatewright::Model, new: &gatewright::Model) {
/// use gatewright::{Options, Parts};
///
/// let mut parts = Parts::default();
/// let first = gatewright::write(old, &Options::default(), &mut parts);
/// let second = gatewright::write(new, &Options::default(), &mut parts); // makes only what differs
/// # }
/// ```
///
/// A part is a function of its fingerprint and of this very generator: keep parts only as long as the
/// generator stays the same.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    kept: BTreeMap<Fingerprint, Arc<Part>>,
    /// In the order of the model's platforms.
    current: Vec<Arc<Part>>,
}

impl Parts {
    /// Parts of an earlier run.
    pub fn new(kept: impl IntoIterator<Item = (Fingerprint, Part)>) -> Self {
        let kept = kept.into_iter().map(|(fingerprint, part)| (fingerprint, Arc::new(part))).collect();
        Self { kept, current: Vec::new() }
    }

    /// The parts of the last run, with their fingerprints.
    pub fn iter(&self) -> impl Iterator<Item = (&Fingerprint, &Part)> {
        self.kept.iter().map(|(fingerprint, part)| (fingerprint, part.as_ref()))
    }

    /// Makes what is new, keeps what is the same, forgets what is gone.
    pub(crate) fn renew(&mut self, model: &Model, options: &Options) {
        let known = std::mem::take(&mut self.kept);
        let parts: Vec<_> = model
            .platforms
            .par_iter()
            .map(|platform| {
                let fingerprint = fingerprint(platform, model, options);
                let part = known.get(&fingerprint).cloned();
                (fingerprint, part.unwrap_or_else(|| Arc::new(make(platform, model, options))))
            })
            .collect();
        self.current = parts.iter().map(|(_, part)| part.clone()).collect();
        self.kept = parts.into_iter().collect();
    }

    /// The part of each platform of the model, in its order.
    pub(crate) fn current(&self) -> impl Iterator<Item = &Part> {
        self.current.iter().map(Arc::as_ref)
    }
}

fn make(platform: &Platform, model: &Model, options: &Options) -> Part {
    Part {
        path: emit::module_path(platform, options),
        module: Some(emit::platform(platform, model, options).into()),
        openapi: openapi::paths(platform, openapi::Version::V3_1).into(),
        openapi_3_0: openapi::paths(platform, openapi::Version::V3_0).into(),
    }
}

fn fingerprint(platform: &Platform, model: &Model, options: &Options) -> Fingerprint {
    let mut hasher = DefaultHasher::new();
    (platform, &model.client.library, options.is_module()).hash(&mut hasher);
    hasher.finish()
}
