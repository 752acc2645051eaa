//! Model names, typed by the endpoint that accepts them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

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

    #[cfg(feature = "http")]
    pub(crate) fn into_name(self) -> Cow<'static, str> {
        self.name
    }

    /// Returns the name in requests.
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
