//! Units and prices in a language. Unknown units are shown as the catalog writes them.

use gatewright_runtime::Decimal;

use crate::languages::Language;
use crate::text::unit_name;

/// Unit that a record is billed by.
pub(super) fn counted(unit: &str, lang: Language) -> &str {
    lang.find("counted", unit).unwrap_or(unit)
}

/// Unit of a price, with the word in front of it.
pub(super) fn each(name: &str, lang: Language) -> String {
    lang.say("per-unit", [("unit", unit(name, lang).into())])
}

/// Unit of a price, without the word in front of it.
pub(super) fn unit(unit: &str, lang: Language) -> &str {
    let unit = unit_name(unit);
    lang.find("unit", unit).unwrap_or(unit)
}

/// Part of a call that has its own price.
pub(super) fn face(name: &str, lang: Language) -> String {
    lang.find("face", name).map_or_else(|| name.replace('_', " "), str::to_owned)
}

/// A number of a record, as people read it.
pub(super) fn number(number: Decimal) -> String {
    let text = number.to_string();
    text.parse().map_or(text, grouped)
}

/// A number as people read it: 200 000, in narrow groups.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_read_in_groups() {
        assert_eq!(grouped(200_000), "200\u{202f}000");
        assert_eq!(grouped(-1_234_567), "-1\u{202f}234\u{202f}567");
        assert_eq!(grouped(7), "7");
    }
}
