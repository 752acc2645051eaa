//! The name of a model, of the type that its endpoint takes.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The name of a model that an endpoint of kind `K` takes. A model of another kind does not compile there.
///
/// Generated clients have a constant for each model of the catalog; any other name goes in unchecked.
///
/// ```
/// use gatewright_runtime::ModelId;
///
/// enum Chat {}
/// type ChatModel = ModelId<Chat>;
///
/// const LARGE: ChatModel = ChatModel::of_catalog("chat-large");
/// assert_eq!(LARGE.as_str(), "chat-large");
/// assert_eq!(ChatModel::unchecked("next-years-model").as_str(), "next-years-model");
/// ```
pub struct ModelId<K> {
    name: Cow<'static, str>,
    kind: PhantomData<fn() -> K>,
}

impl<K> ModelId<K> {
    /// A model of the catalog: what generated constants are made of.
    pub const fn of_catalog(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: PhantomData }
    }

    /// Any name at all. Whether the endpoint takes it is for the gateway to say.
    pub fn unchecked(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), kind: PhantomData }
    }

    #[cfg(feature = "http")]
    pub(crate) fn into_name(self) -> Cow<'static, str> {
        self.name
    }

    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        &self.name
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
