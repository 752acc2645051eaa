//! Responses and items with the type of their endpoint.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde_json::Value;

use crate::{Charge, Reply, Response, Result, Service, SocialResult, Usage};

/// Social data of the endpoint `E`. It dereferences to [`SocialResult`], so that `response.data` is the JSON.
///
/// ```
/// use gatewright_runtime::{SocialResult, Typed, Untyped};
///
/// fn id(found: &SocialResult) -> Option<i64> {
///     found.data["id"].as_i64()
/// }
///
/// let found: SocialResult = serde_json::from_str(r#"{"data":{"id":7}}"#)?;
/// assert_eq!(id(&Typed::<Untyped>::from(found)), Some(7));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct Typed<E> {
    result: SocialResult,
    endpoint: PhantomData<fn() -> E>,
}

/// Endpoint of calls that were created by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untyped {}

impl<E> Typed<E> {
    /// Returns the response without the type of its endpoint.
    pub fn into_untyped(self) -> SocialResult {
        self.result
    }
}

impl<E> From<SocialResult> for Typed<E> {
    fn from(result: SocialResult) -> Self {
        Self { result, endpoint: PhantomData }
    }
}

impl<E> Deref for Typed<E> {
    type Target = SocialResult;

    fn deref(&self) -> &SocialResult {
        &self.result
    }
}

impl<E> AsRef<SocialResult> for Typed<E> {
    fn as_ref(&self) -> &SocialResult {
        &self.result
    }
}

impl<E> Clone for Typed<E> {
    fn clone(&self) -> Self {
        self.result.clone().into()
    }
}

impl<E> fmt::Debug for Typed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.result, f)
    }
}

impl<E> PartialEq for Typed<E> {
    fn eq(&self, other: &Self) -> bool {
        self.result == other.result
    }
}

impl<E: 'static> Reply for Typed<E> {
    fn open(value: Value, service: &Service) -> Value {
        SocialResult::open(value, service)
    }

    fn read(value: Value) -> Result<Self, Value> {
        SocialResult::read(value).map(Self::from)
    }

    fn is_refusal(value: &Value, service: &Service) -> bool {
        SocialResult::is_refusal(value, service)
    }

    fn payload(&self, service: &Service) -> Option<&Value> {
        self.result.payload(service)
    }

    fn usage(&self) -> Option<Usage> {
        self.result.usage()
    }

    fn charge(&self) -> Charge {
        self.result.charge()
    }
}

impl Response<SocialResult> {
    /// Returns the response with the type of its endpoint.
    pub(crate) fn into_typed<E>(self) -> Response<Typed<E>> {
        self.map(Typed::from)
    }
}

impl<E> Response<Typed<E>> {
    /// Returns the response without the type of its endpoint, to store responses of several endpoints together.
    pub fn into_untyped(self) -> Response<SocialResult> {
        self.map(Typed::into_untyped)
    }
}

/// An item of a page of the endpoint `E`. It dereferences to its JSON.
pub struct Item<E> {
    value: Value,
    endpoint: PhantomData<fn() -> E>,
}

impl<E> Item<E> {
    /// Returns the JSON of the item.
    pub fn into_json(self) -> Value {
        self.value
    }
}

impl<E> From<Value> for Item<E> {
    fn from(value: Value) -> Self {
        Self { value, endpoint: PhantomData }
    }
}

impl<E> Deref for Item<E> {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

impl<E> Clone for Item<E> {
    fn clone(&self) -> Self {
        self.value.clone().into()
    }
}

impl<E> fmt::Debug for Item<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.value, f)
    }
}

impl<E> PartialEq for Item<E> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
