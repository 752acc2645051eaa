//! Typed data, drift and outcome of responses.

use serde_json::Value;

use super::paging::{at, has_list};
use crate::data::FieldType;
use crate::{Drift, Item, Learned, OperationSpec, Response, SocialResult, Typed};

/// Outcome of a data call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The response has data.
    Found,
    /// The response has no data, or is a page without items.
    Empty,
    /// The response does not have the learned shape: fields are missing or have other types, or the list of items has
    /// moved. It may have data that the program does not find.
    ChangedShape,
}

impl<T: AsRef<SocialResult>> Response<T> {
    /// Returns the differences between the response and the learned shape of its operation.
    pub fn drift(&self) -> Drift {
        self.operation.map(|spec| Drift::of(spec, &self.body.as_ref().data)).unwrap_or_default()
    }

    /// Returns the outcome of the call. If the shape of its responses was not learned, the outcome is never
    /// [`ChangedShape`](Outcome::ChangedShape).
    pub fn outcome(&self) -> Outcome {
        let result = self.body.as_ref();
        if result.is_empty() {
            return Outcome::Empty;
        }
        let drift = self.drift();
        // A list in a response without pages is only a part of it, such as the tags of a post.
        let is_page = |it: &&OperationSpec| it.shape.is_some() && !it.paging.is_empty();
        let has_items = match self.operation.filter(is_page).and_then(|it| it.items) {
            Some(path) => at(&result.data, path).and_then(Value::as_array).map(|it| !it.is_empty()),
            None => Some(true),
        };
        match has_items {
            _ if drift.is_breaking() => Outcome::ChangedShape,
            // The list may be elsewhere now.
            None if !drift.is_empty() || has_list(&result.data) => Outcome::ChangedShape,
            Some(true) => Outcome::Found,
            _ => Outcome::Empty,
        }
    }
}

impl<E: Learned<Data: FieldType + Default>> Typed<E> {
    /// Returns the data with its learned type. It never fails: values that do not fit stay in `other`, and
    /// [`Response::drift`] lists them. If the data is not an object (or an array, if an array was learned), the result
    /// is empty.
    pub fn typed(&self) -> E::Data {
        E::Data::from_json(self.data.clone()).unwrap_or_default()
    }
}

impl<E: Learned<Item: FieldType + Default>> Item<E> {
    /// Returns the item with its learned type. It never fails: values that do not fit stay in `other`, and
    /// [`Response::drift`] of the page lists them.
    pub fn typed(&self) -> E::Item {
        E::Item::from_json((**self).clone()).unwrap_or_default()
    }
}
