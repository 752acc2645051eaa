//! Prices of tiers: a table, and a chart as SVG.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use gatewright_runtime::{Decimal, Tier};

use super::html::{Html, escape};
use super::lang::Language;
use super::measures;
use crate::tiers::{conditions, unnamed};

/// Height of a label and the bar under it.
const ROW: i64 = 46;

/// Returns a table with a column for each tier and a row for each face; nothing without tiers.
pub(super) fn table(tiers: &[Tier], about: &str, lang: Language) -> Html {
    if tiers.is_empty() {
        return Html::default();
    }
    let head = |tier: &Tier| {
        let name = tier.name.clone().unwrap_or_else(|| unnamed().render(lang));
        let when = conditions(tier).map(|it| format!("<span class=\"note\">{}</span>", escape(&it.render(lang))));
        format!("<th scope=\"col\" class=\"number\">{}{}</th>", escape(&name), when.unwrap_or_default())
    };
    let names = |paid: bool| tiers.iter().flat_map(move |it| prices(it, paid).keys().map(move |name| (name, paid)));
    let faces: BTreeSet<_> = names(false).chain(names(true)).collect();
    let row = |(face, paid): &(&String, bool)| {
        let name = measures::face(face, lang);
        let name = if *paid { lang.say("face-paid", [("face", (&name).into())]) } else { name };
        let price = |it: &Tier| prices(it, *paid).get(*face).map_or_else(|| "—".to_owned(), |it| measures::number(*it));
        let cells = tiers.iter().map(|it| format!("<td class=\"number\">{}</td>", price(it))).collect::<String>();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", escape(&name))
    };
    Html::of_our_own(format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr><th scope=\"col\">{}</th>{}\
         </tr></thead><tbody>{}</tbody></table></div>",
        escape(about),
        escape(lang.t("price-item")),
        tiers.iter().map(head).collect::<String>(),
        faces.iter().map(row).collect::<String>(),
    ))
}

fn prices(tier: &Tier, paid: bool) -> &BTreeMap<String, Decimal> {
    if paid { &tier.paid } else { &tier.standard }
}

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
