//! Catalogs and texts made to do harm.

mod catalogs;
mod items;
mod texts;
