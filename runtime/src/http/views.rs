//! Views of responses and items.

use serde_json::Value;

use super::paging::at;
use crate::view::{Author, Comment, ItemView, Post, View, ViewKind};
use crate::{Item, Typed};

impl<E> Typed<E> {
    /// Returns the view of each item, or of the response as a whole, whichever the endpoint has.
    fn views<K: ViewKind>(&self) -> Vec<K>
    where
        E: View<K>,
    {
        let spec = const { &E::VIEW };
        if !spec.of_items {
            return vec![spec.read(&self.data)];
        }
        let items = E::SPEC.items.and_then(|path| at(&self.data, path)).and_then(Value::as_array);
        items.into_iter().flatten().map(|it| spec.read(it)).collect()
    }

    /// Returns the posts of the response.
    pub fn posts(&self) -> Vec<Post>
    where
        E: View<Post>,
    {
        self.views()
    }

    /// Returns the accounts of the response.
    pub fn authors(&self) -> Vec<Author>
    where
        E: View<Author>,
    {
        self.views()
    }

    /// Returns the comments of the response.
    pub fn comments(&self) -> Vec<Comment>
    where
        E: View<Comment>,
    {
        self.views()
    }
}

impl<E> Item<E> {
    /// Returns the item as a post.
    pub fn post(&self) -> Post
    where
        E: ItemView<Post>,
    {
        const { &E::VIEW }.read(self)
    }

    /// Returns the item as an account.
    pub fn author(&self) -> Author
    where
        E: ItemView<Author>,
    {
        const { &E::VIEW }.read(self)
    }

    /// Returns the item as a comment.
    pub fn comment(&self) -> Comment
    where
        E: ItemView<Comment>,
    {
        const { &E::VIEW }.read(self)
    }
}
