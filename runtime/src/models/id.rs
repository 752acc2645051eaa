//! Model names, typed by the endpoint that accepts them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Name of a model for endpoints of kind `K`. A model of another kind does not compile there.
///
/// Generated clients have a constant for each catalog model. [`unchecked`](Self::unchecked) accepts any other name.
///
/// ```
/// use gatewright_runtime::ModelId;
///
/// enum Chat {}
/// type ChatModel = ModelId<Chat>;
///
/// const LARGE: ChatModel = ChatModel::from_catalog("chat-large");
/// assert_eq!(LARGE.as_str(), "chat-large");
/// assert_eq!(ChatModel::unchecked("next-years-model").as_str(), "next-years-model");
/// ```
pub struct ModelId<K> {
    name: Cow<'static, str>,
    kind: PhantomData<fn() -> K>,
}

impl<K> ModelId<K> {
    /// Creates the name of a catalog model. Generated constants use this.
    pub const fn from_catalog(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: PhantomData }
    }

    /// Creates any name without a check. The gateway decides if the endpoint accepts it.
    pub fn unchecked(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), kind: PhantomData }
    }

    /// Returns the names of the catalog models of this kind, in the order of the catalog.
    pub fn all() -> impl Iterator<Item = Self>
    where
        K: ModelKind,
    {
        K::MODELS.iter().map(|name| Self::from_catalog(name))
    }

    #[cfg(feature = "http")]
    pub(crate) fn into_name(self) -> Cow<'static, str> {
        self.name
    }

    /// Returns the name in requests.
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

/// Kind of models, which endpoints of that kind accept.
pub trait ModelKind {
    /// Names of its models when the client was generated.
    const MODELS: &'static [&'static str];
}

/// Parses the name of a catalog model, for names that a program reads at run time.
///
/// ```
/// use gatewright_runtime::{ModelId, ModelKind};
///
/// enum Chat {}
/// impl ModelKind for Chat {
///     const MODELS: &[&str] = &["chat-large", "chat-mini"];
/// }
/// let model: ModelId<Chat> = "chat-mini".parse()?;
/// assert!("chat-tiny".parse::<ModelId<Chat>>().is_err());
/// # Ok::<(), gatewright_runtime::UnknownModel>(())
/// ```
impl<K: ModelKind> FromStr for ModelId<K> {
    type Err = UnknownModel;

    fn from_str(name: &str) -> Result<Self, UnknownModel> {
        let known = K::MODELS.iter().find(|it| **it == name);
        known.map(|it| Self::from_catalog(it)).ok_or_else(|| UnknownModel(name.to_owned()))
    }
}

/// Error for a name that is not in the catalog, or not a model of the right kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown model `{}`; help: `ModelId::all` lists the models of the catalog, and `ModelId::unchecked` accepts any name",
    crate::visible(.0)
)]
pub struct UnknownModel(String);

/// Model that endpoints of kind `K` accept: a [`ModelId<K>`].
#[diagnostic::on_unimplemented(
    message = "this endpoint does not accept `{Self}` as a model",
    label = "not a model of the kind `{K}`",
    note = "the module `models` has the constants of the models that the endpoint accepts",
    note = "for a name that is not in the catalog, write `ModelId::unchecked(\"name\")`"
)]
pub trait IntoModel<K> {
    /// Returns the name of the model.
    fn into_model(self) -> ModelId<K>;
}

impl<K> IntoModel<K> for ModelId<K> {
    fn into_model(self) -> Self {
        self
    }
}

impl<K> IntoModel<K> for &ModelId<K> {
    fn into_model(self) -> ModelId<K> {
        self.clone()
    }
}

impl<K> Clone for ModelId<K> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), kind: PhantomData }
    }
}

impl<K> PartialEq for ModelId<K> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<K> Eq for ModelId<K> {}

impl<K> std::hash::Hash for ModelId<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl<K> fmt::Display for ModelId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl<K> fmt::Debug for ModelId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.name, f)
    }
}

impl<K> AsRef<str> for ModelId<K> {
    fn as_ref(&self) -> &str {
        &self.name
    }
}
