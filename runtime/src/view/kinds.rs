//! Kinds of views.

use std::time::SystemTime;

use super::read::Reader;
use super::{ViewKind, ViewSpec};

/// A post, note or video. A field is `None` if the endpoint does not have it ([`missing`](Self::missing)), or if this
/// response lacks it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Post {
    /// Id on its platform.
    pub id: Option<String>,
    /// Text or title.
    pub text: Option<String>,
    /// Time of publication.
    pub time: Option<SystemTime>,
    /// URL of its page.
    pub url: Option<String>,
    /// Number of likes.
    pub likes: Option<u64>,
    /// Number of comments.
    pub comments: Option<u64>,
    /// Number of shares.
    pub shares: Option<u64>,
    /// Number of views.
    pub views: Option<u64>,
    /// Author.
    pub author: Author,
    /// Fields that responses of the endpoint do not have.
    pub missing: &'static [&'static str],
}

/// The author of a post or a comment, or another account.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Author {
    /// Id on its platform.
    pub id: Option<String>,
    /// Displayed name.
    pub name: Option<String>,
    /// URL of its page.
    pub url: Option<String>,
    /// Number of followers.
    pub followers: Option<u64>,
    /// Fields that responses of the endpoint do not have; empty if the author is part of another view.
    pub missing: &'static [&'static str],
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Comment {
    /// Id on its platform.
    pub id: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Time of publication.
    pub time: Option<SystemTime>,
    /// Number of likes.
    pub likes: Option<u64>,
    /// Number of replies.
    pub replies: Option<u64>,
    /// Author.
    pub author: Author,
    /// Fields that responses of the endpoint do not have.
    pub missing: &'static [&'static str],
}

impl ViewKind for Post {
    const FIELDS: &'static [&'static str] = &[
        "author.followers",
        "author.id",
        "author.name",
        "author.url",
        "comments",
        "id",
        "likes",
        "shares",
        "text",
        "time",
        "url",
        "views",
    ];

    fn read(reader: &Reader<'_>) -> Self {
        Self {
            id: reader.text("id"),
            text: reader.text("text"),
            time: reader.time("time"),
            url: reader.text("url"),
            likes: reader.count("likes"),
            comments: reader.count("comments"),
            shares: reader.count("shares"),
            views: reader.count("views"),
            author: author(reader),
            missing: reader.spec.missing,
        }
    }
}

impl ViewKind for Author {
    const FIELDS: &'static [&'static str] = &["followers", "id", "name", "url"];

    fn read(reader: &Reader<'_>) -> Self {
        let ViewSpec { missing, .. } = reader.spec;
        Self {
            id: reader.text("id"),
            name: reader.text("name"),
            url: reader.text("url"),
            followers: reader.count("followers"),
            missing: if reader.prefix.is_empty() { missing } else { &[] },
        }
    }
}

impl ViewKind for Comment {
    const FIELDS: &'static [&'static str] =
        &["author.followers", "author.id", "author.name", "author.url", "id", "likes", "replies", "text", "time"];

    fn read(reader: &Reader<'_>) -> Self {
        Self {
            id: reader.text("id"),
            text: reader.text("text"),
            time: reader.time("time"),
            likes: reader.count("likes"),
            replies: reader.count("replies"),
            author: author(reader),
            missing: reader.spec.missing,
        }
    }
}

fn author(reader: &Reader<'_>) -> Author {
    Author::read(&Reader { prefix: "author.", ..*reader })
}
