//! Prices that a model record states.

use std::collections::BTreeMap;

use gatewright_runtime::{BookFaces, Decimal, ModelRecord};

use crate::languages::{Arg, Message};

/// A number of a record that is a price or multiplies one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PricePart {
    /// A ratio or a single price: its key in `specs.lock` and its message.
    Single(&'static str, &'static str),
    /// Selling price of a face.
    Selling(String),
    /// Standard price of a face.
    Face(String),
    /// Price of a face in `paid`.
    PaidFace(String),
}

impl PricePart {
    /// Returns the key in `specs.lock`. It must never change, because later versions read it.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Single(key, _) => (*key).to_owned(),
            Self::Selling(face) => format!("selling price of {face}"),
            Self::Face(face) => format!("face {face}"),
            Self::PaidFace(face) => format!("face {face}, paid"),
        }
    }

    pub(super) fn message(&self) -> Message {
        let of_face = |id, face: &String| Message::new(id).with("face", Arg::Name("face".into(), face.clone()));
        match self {
            Self::Single(_, id) => Message::new(id),
            Self::Selling(face) => of_face("price-selling-face", face),
            Self::Face(face) => of_face("price-face", face),
            Self::PaidFace(face) => of_face("price-face-paid", face),
        }
    }
}

/// Returns every price that a record states.
pub(super) fn stated(record: &ModelRecord) -> BTreeMap<PricePart, Decimal> {
    let ratios = &record.ratios;
    let single = [
        ("ratio of input", "price-ratio-input", ratios.input),
        ("ratio of output", "price-ratio-output", ratios.completion),
        ("ratio of cached input", "price-ratio-cache", ratios.cache),
        ("ratio of what goes into the cache", "price-ratio-create-cache", ratios.create_cache),
        ("ratio of pictures", "price-ratio-image", ratios.image),
        ("ratio of sound", "price-ratio-audio", ratios.audio),
        ("ratio of spoken output", "price-ratio-audio-output", ratios.audio_completion),
        ("price", "price-of-model", record.price),
        ("selling price", "price-selling", record.retail.as_ref().and_then(|it| it.selling_usd)),
    ];
    let single = single.into_iter().filter_map(|(key, id, it)| Some((PricePart::Single(key, id), it?)));
    let faces = record.retail.iter().flat_map(|it| &it.faces);
    let selling = faces.filter_map(|it| Some((PricePart::Selling(it.face.clone()?), it.selling_usd?)));
    let mut all: BTreeMap<_, _> = single.chain(selling).collect();
    if let Some(BookFaces { standard, paid, .. }) = &record.book_faces {
        all.extend(standard.iter().map(|(face, price)| (PricePart::Face(face.clone()), *price)));
        all.extend(paid.iter().map(|(face, price)| (PricePart::PaidFace(face.clone()), *price)));
    }
    all
}
