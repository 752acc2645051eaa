//! A chart of tier prices, as SVG.

use std::fmt::Write as _;

use gatewright_runtime::{Decimal, Tier};

use super::html::{Html, escape};
use super::lang::Language;
use super::measures;

/// Height of a label and the bar under it.
const ROW: i64 = 46;

/// Returns a bar for each face of each tier; nothing without tiers.
pub(super) fn tiers(tiers: &[Tier], about: &str, lang: Language) -> Html {
    let mut bars: Vec<(String, &str, Decimal)> = Vec::new();
    for tier in tiers {
        let name = tier.name.as_deref().unwrap_or("–");
        bars.extend(tier.standard.iter().map(|(face, price)| (name.to_owned(), face.as_str(), *price)));
    }
    let largest = bars.iter().map(|it| it.2).max().filter(|it| *it > Decimal::ZERO);
    let Some(largest) = largest else { return Html::default() };
    let height = ROW * i64::try_from(bars.len()).unwrap_or(0);
    // Lengths are percentages of the width, so that the font size does not depend on the width.
    let mut svg = format!("<svg class=\"chart\" height=\"{height}\" role=\"img\" aria-label=\"{}\">", escape(about));
    for (row, (tier, face, price)) in (0..).zip(&bars) {
        let (y, share) = (row * ROW, share(*price, largest));
        let price = measures::number(*price);
        let label = escape(&shortened(&format!("{tier} · {}", measures::face(face, lang))));
        let _ = write!(
            svg,
            "<text y=\"{}\" class=\"label\">{label}</text><rect y=\"{}\" width=\"{share}%\" height=\"16\" rx=\"3\"/>\
             <text x=\"{share}%\" dx=\"8\" y=\"{}\">{price}</text>",
            y + 14,
            y + 20,
            y + 33,
        );
    }
    svg.push_str("</svg>");
    Html::of_our_own(svg)
}

/// Returns the length of a bar in percent of the width. The longest bar leaves room for its number.
fn share(part: Decimal, whole: Decimal) -> i128 {
    if part <= Decimal::ZERO {
        return 1;
    }
    (part.as_attos().saturating_mul(70) / whole.as_attos().max(1)).clamp(1, 70)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 38 { text.to_owned() } else { text.chars().take(37).chain(['…']).collect() }
}
