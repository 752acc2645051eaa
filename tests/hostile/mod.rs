//! Hostile catalogs and texts.

mod catalogs;
mod items;
mod sizes;
mod texts;
