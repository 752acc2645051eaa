//! Units and prices in a language. Unknown units are shown as the catalog writes them.

use gatewright_runtime::Decimal;

use crate::languages::Language;
use crate::text::unit_name;

/// Returns the unit that a record is billed by.
pub(super) fn counted(unit: &str, lang: Language) -> &str {
    lang.find("counted", unit).unwrap_or(unit)
}

/// Returns the unit of a price with its preposition.
pub(super) fn each(name: &str, lang: Language) -> String {
    lang.say("per-unit", [("unit", unit(name, lang).into())])
}

/// Returns the unit of a price without its preposition.
pub(super) fn unit(unit: &str, lang: Language) -> &str {
    let unit = unit_name(unit);
    lang.find("unit", unit).unwrap_or(unit)
}

/// Returns the part of a call that has its own price.
pub(super) fn face(name: &str, lang: Language) -> String {
    lang.find("face", name).map_or_else(|| name.replace('_', " "), str::to_owned)
}

/// Formats a number of a record.
pub(super) fn number(number: Decimal) -> String {
    let text = number.to_string();
    text.parse().map_or(text, grouped)
}

/// Formats a number in groups of digits: 200,000.
pub(super) fn grouped(number: i64) -> String {
    crate::text::grouped(number, ',')
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_have_groups_of_digits() {
        assert_eq!(grouped(200_000), "200,000");
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        assert_eq!(grouped(7), "7");
    }
}
