//! Conditions of prices, in words that people use.

use gatewright_runtime::{Condition, Tier};

use super::lang::Lang;
use super::measures;
use super::measures::grouped;

/// What a tier asks, and when.
pub(super) fn tier(tier: &Tier, lang: Lang) -> String {
    let marks = lang.marks();
    let when: Vec<_> = tier.when.iter().map(|it| condition(it, lang)).collect();
    let standard = tier.standard.iter().map(|(face, price)| format!("{} {price}", measures::face(face, lang)));
    let paid = lang.pick(" if paid", "（付费账户）");
    let paid = tier.paid.iter().map(|(face, price)| format!("{} {price}{paid}", measures::face(face, lang)));
    let prices: Vec<_> = standard.chain(paid).collect();
    let name = tier.name.as_deref().unwrap_or_else(|| lang.pick("nameless", "未命名"));
    let when = if when.is_empty() {
        String::new()
    } else {
        format!("{}{}", marks.comma, when.join(lang.pick(" and ", "，且")))
    };
    format!("{name}{when}{}{}", marks.colon, prices.join(marks.comma))
}

pub(super) fn condition(condition: &Condition, lang: Lang) -> String {
    match (condition, lang) {
        (Condition::ContextLongerThan(tokens), Lang::En) => format!("over {} tokens", grouped(*tokens)),
        (Condition::ContextLongerThan(tokens), Lang::Zh) => format!("超过 {} 个 token", grouped(*tokens)),
        (Condition::RequestAttribute { path, equals }, Lang::En) => format!("{path} is {equals}"),
        (Condition::RequestAttribute { path, equals }, Lang::Zh) => format!("{path} 为 {equals}"),
        // Which day is the first is not published: the numbers stay numbers.
        (Condition::WallClock { timezone, weekdays, hours }, Lang::En) => {
            format!("on days {} of the week, hours {} in {timezone}", runs(weekdays), runs(hours))
        }
        (Condition::WallClock { timezone, weekdays, hours }, Lang::Zh) => {
            format!("每周第 {} 天的 {} 时（{timezone}）", runs(weekdays), runs(hours))
        }
        (other, _) => format!("{other:?}"),
    }
}

/// Numbers that follow each other as one: 1–5, 7.
fn runs(numbers: &[i64]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if number.checked_sub(1) == Some(run.1) => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let says = |(first, last): &(i64, i64)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    runs.iter().map(says).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_in_a_row_are_one() {
        assert_eq!(super::runs(&[1, 2, 3, 5, 7, 8]), "1–3, 5, 7–8");
        assert_eq!(super::runs(&[]), "");
    }
}
