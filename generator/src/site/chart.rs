//! A chart of what tiers ask, as SVG.

use std::fmt::Write as _;

use gatewright_runtime::{BookFaces, Decimal};

use super::html::{Html, escape};
use super::lang::Lang;
use super::measures;

const WIDTH: i64 = 720;
const LABEL: i64 = 290;
const ROW: i64 = 26;

/// A bar for each face of each tier; nothing where there are no tiers.
pub(super) fn tiers(book: &BookFaces, about: &str, lang: Lang) -> Html {
    let mut bars: Vec<(String, &str, Decimal)> = Vec::new();
    for tier in &book.tiers {
        let name = tier.name.as_deref().unwrap_or("–");
        bars.extend(tier.standard.iter().map(|(face, price)| (name.to_owned(), face.as_str(), *price)));
    }
    let largest = bars.iter().map(|it| it.2).max().filter(|it| *it > Decimal::ZERO);
    let Some(largest) = largest else { return Html::default() };
    let height = ROW * i64::try_from(bars.len()).unwrap_or(0) + 8;
    let mut svg =
        format!("<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", escape(about));
    for (row, (tier, face, price)) in (0..).zip(&bars) {
        let y = row * ROW + 4;
        let length = share(*price, largest, WIDTH - LABEL - 110);
        let label = escape(&shortened(&format!("{tier} · {}", measures::face(face, lang))));
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" class=\"label\">{label}</text>\
             <rect x=\"{LABEL}\" y=\"{y}\" width=\"{length}\" height=\"{}\" rx=\"3\"/>\
             <text x=\"{}\" y=\"{}\">{price}</text>",
            LABEL - 10,
            y + 15,
            ROW - 8,
            LABEL + length + 8,
            y + 15,
        );
    }
    svg.push_str("</svg>");
    Html::of_our_own(svg)
}

/// How long a bar is.
fn share(part: Decimal, whole: Decimal, length: i64) -> i64 {
    if part <= Decimal::ZERO {
        return 1;
    }
    let thousandths = part.as_attos().saturating_mul(1_000) / whole.as_attos().max(1);
    i64::try_from(thousandths).unwrap_or(0) * length / 1_000 + 1
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 38 { text.to_owned() } else { text.chars().take(37).chain(['…']).collect() }
}
