//! Charts of the published prices of an item over time, from the records of refreshes.

use std::fmt::Write as _;

use gatewright_runtime::Decimal;

use super::html::{Html, escape};
use super::lang::Language;
use crate::model::{Model, Recorded};

/// Maximum number of changes in a chart, so that their labels fit on a phone. Older changes are in the list of changes.
const MAX: usize = 5;

/// Distance of the highest price from the top of the chart.
const TOP: i128 = 28;
/// Distance of the lowest price.
const LOW: i128 = 84;
/// Distance of the dates.
const DATES: i128 = 108;
const HEIGHT: i128 = 116;

/// A chart of one price.
pub(super) struct Chart {
    /// Name of the price.
    pub(super) title: String,
    pub(super) svg: Html,
}

/// A change of a price, which is `None` while it is not published.
struct Step<'a> {
    date: &'a str,
    was: Option<Decimal>,
    now: Option<Decimal>,
}

/// Returns a chart for each price of an item that changed, under any of its names.
pub(super) fn of(model: &Model, names: &[&str], lang: Language) -> Vec<Chart> {
    let mut series: Vec<(Option<&str>, Option<String>, Vec<Step<'_>>)> = Vec::new();
    // The latest release comes first.
    for release in model.history.iter().rev() {
        for it in release.changes.iter().filter(|it| names.contains(&it.subject.as_str()) && is_price(it)) {
            let step = Step { date: &release.date, was: usd(it.was.as_deref()), now: usd(it.now.as_deref()) };
            let part = it.part.as_deref();
            match series.iter_mut().find(|known| known.0 == part) {
                Some(known) => known.2.push(step),
                None => {
                    let title = it.message.as_ref().and_then(|it| it.arg("part")).map(|it| it.render(lang));
                    series.push((part, title.or_else(|| part.map(str::to_owned)), vec![step]));
                }
            }
        }
    }
    let chart = |(_, title, steps): (_, Option<String>, Vec<Step<'_>>)| {
        let title = title.unwrap_or_else(|| lang.t("price-usd").to_owned());
        let svg = drawn(&steps[steps.len().saturating_sub(MAX)..], &title, lang)?;
        Some(Chart { title, svg })
    };
    series.into_iter().filter_map(chart).collect()
}

/// Returns true if a change is one of a price.
fn is_price(change: &Recorded) -> bool {
    let kind = change.kind.strip_prefix("model-").unwrap_or(&change.kind);
    ["price-up", "price-down", "price-published", "price-withdrawn"].contains(&kind)
}

/// Returns the number of a recorded price.
fn usd(text: Option<&str>) -> Option<Decimal> {
    text?.split_whitespace().next()?.parse().ok()
}

/// Returns the prices as a line with a step at each change; `None` if no price can be read. The steps are equally wide,
/// and each has its date.
fn drawn(steps: &[Step<'_>], about: &str, lang: Language) -> Option<Html> {
    let prices: Vec<_> = steps.first().map(|it| it.was).into_iter().chain(steps.iter().map(|it| it.now)).collect();
    let known: Vec<_> = prices.iter().flatten().map(|it| it.as_attos()).collect();
    let (low, high) = (*known.iter().min()?, *known.iter().max()?);
    let y = |price: Decimal| match high.saturating_sub(low) {
        0 => (TOP + LOW) / 2,
        range => LOW - price.as_attos().saturating_sub(low).saturating_mul(LOW - TOP) / range,
    };
    let width = 100 / i128::try_from(prices.len()).ok()?;
    let spoken: Vec<_> = prices.iter().map(|it| it.map_or_else(|| "—".to_owned(), |it| it.to_string())).collect();
    let label = format!("{about}{}{}", lang.t("mark-colon"), spoken.join(" → "));
    let mut svg = format!("<svg class=\"steps\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{}\">", escape(&label));
    for (at, price) in (0_i128..).zip(&prices) {
        let (from, to) = (at * width, (at + 1) * width);
        if let Some(price) = price {
            let y = y(*price);
            let _ = write!(
                svg,
                "<line x1=\"{from}%\" x2=\"{to}%\" y1=\"{y}\" y2=\"{y}\"/><text x=\"{from}%\" dx=\"4\" y=\"{}\">{price}</text>",
                y - 7
            );
        }
    }
    for (at, (step, pair)) in (1_i128..).zip(steps.iter().zip(prices.windows(2))) {
        let x = at * width;
        if let [Some(before), Some(after)] = pair {
            let _ = write!(svg, "<line x1=\"{x}%\" x2=\"{x}%\" y1=\"{}\" y2=\"{}\"/>", y(*before), y(*after));
        }
        let _ = write!(svg, "<text class=\"label\" x=\"{x}%\" dx=\"4\" y=\"{DATES}\">{}</text>", escape(step.date));
    }
    svg.push_str("</svg>");
    Some(Html::of_our_own(svg))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step<'a>(date: &'a str, was: Option<&'a str>, now: Option<&'a str>) -> Step<'a> {
        Step { date, was: usd(was), now: usd(now) }
    }

    #[test]
    fn a_chart_has_a_step_and_a_date_for_each_change() {
        let steps = [step("2026-01-31", Some("0.02"), Some("0.05 USD")), step("2026-<b>", Some("0.05"), None)];
        let svg = drawn(&steps, "Price", crate::languages::english()).expect("prices are known").to_string();
        assert!(svg.contains("aria-label=\"Price: 0.02 → 0.05 → —\""), "{svg}");
        assert_eq!(svg.matches("<line ").count(), 3, "two prices, and one step between them: {svg}");
        assert!(svg.contains(">2026-01-31</text>") && svg.contains("2026-&#60;b&#62;"), "{svg}");
        let lines: Vec<_> =
            ["y1=\"84\" y2=\"84\"", "y1=\"28\" y2=\"28\""].iter().filter(|it| svg.contains(**it)).collect();
        assert_eq!(lines.len(), 2, "the higher price is above the lower one: {svg}");
    }

    #[test]
    fn unreadable_prices_have_no_chart() {
        let lang = crate::languages::english();
        assert!(drawn(&[step("2026-01-31", Some("x"), None)], "Price", lang).is_none());
        assert!(drawn(&[], "Price", lang).is_none());
        assert!(drawn(&[step("d", Some("1"), Some("1"))], "Price", lang).is_some());
    }
}
