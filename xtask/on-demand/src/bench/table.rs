//! Table of the results, printed on stdout.

/// Row: our result, the peer's result if there is one, and the target.
pub(super) struct Row {
    name: String,
    ours: f64,
    theirs: Option<f64>,
    unit: Unit,
    target: Option<Target>,
}

enum Unit {
    Seconds,
    Megabytes,
    Kilobytes,
    Lines,
    Nanoseconds,
    Rate,
    Count,
}

enum Target {
    /// At least this share of the peer's result.
    AtLeastOfPeer(f64),
    /// At most this share of the peer's result.
    OfPeer(f64),
    /// At most this value.
    AtMost(f64),
}

impl Row {
    fn new(name: String, ours: f64, theirs: Option<f64>, unit: Unit) -> Self {
        Self { name, ours, theirs, unit, target: None }
    }

    pub(super) fn time(name: String, ours: f64, theirs: Option<f64>) -> Self {
        Self::new(name, ours, theirs, Unit::Seconds)
    }

    pub(super) fn memory(name: String, ours: u64, theirs: Option<u64>) -> Self {
        Self::new(name, ours as f64 / 1e6, theirs.map(|it| it as f64 / 1e6), Unit::Megabytes)
    }

    pub(super) fn kilobytes(name: String, bytes: u64) -> Self {
        Self::new(name, bytes as f64 / 1e3, None, Unit::Kilobytes)
    }

    pub(super) fn lines(name: String, ours: f64, theirs: Option<f64>) -> Self {
        let mut row = Self::new(name, ours, theirs, Unit::Lines);
        row.target = Some(Target::AtMost(80.0));
        row
    }

    pub(super) fn rate(name: String, ours: f64, theirs: Option<f64>) -> Self {
        Self::new(name, ours, theirs, Unit::Rate)
    }

    pub(super) fn nanoseconds(name: String, ours: f64, theirs: Option<f64>) -> Self {
        Self::new(name, ours, theirs, Unit::Nanoseconds)
    }

    pub(super) fn count(name: String, ours: f64) -> Self {
        Self::new(name, ours, None, Unit::Count)
    }

    pub(super) fn at_most(mut self, most: f64) -> Self {
        self.target = Some(Target::AtMost(most));
        self
    }

    pub(super) fn at_least_of_peer(mut self, least: f64) -> Self {
        self.target = Some(Target::AtLeastOfPeer(least));
        self
    }

    pub(super) fn target(mut self, of_peer: f64) -> Self {
        self.target = Some(Target::OfPeer(of_peer));
        self
    }

    pub(super) fn cells(&self) -> [String; 5] {
        let show = |value: f64| match self.unit {
            Unit::Seconds => format!("{value:.3} s"),
            Unit::Megabytes => format!("{value:.0} MB"),
            Unit::Kilobytes => format!("{value:.1} kB"),
            Unit::Lines => format!("{value:.1}"),
            Unit::Nanoseconds => format!("{value:.0} ns"),
            Unit::Rate => format!("{value:.0}/s"),
            Unit::Count => format!("{value:.0}"),
        };
        let ratio = self.theirs.map(|theirs| self.ours / theirs);
        let met = |fine: bool| if fine { "met" } else { "MISSED" };
        let target = match (&self.target, ratio) {
            (Some(Target::AtMost(most)), _) => format!("≤ {most}: {}", met(self.ours <= *most)),
            (Some(Target::AtLeastOfPeer(least)), Some(ratio)) => {
                format!("≥ {least:.3} of peer: {}", met(ratio >= *least))
            }
            (Some(Target::OfPeer(most)), Some(ratio)) => format!("≤ {most:.3} of peer: {}", met(ratio <= *most)),
            _ => String::new(),
        };
        let none = || "–".to_owned();
        [
            self.name.clone(),
            show(self.ours),
            self.theirs.map_or_else(none, show),
            ratio.map_or_else(none, |it| format!("{it:.3}")),
            target,
        ]
    }
}

/// Widths of the columns. A row is printed when it is measured, so the widths cannot depend on later rows.
const WIDTHS: [usize; 5] = [70, 10, 9, 6, 25];

/// Prints a Markdown table, each row as soon as it is measured.
pub(super) struct Table;

impl Table {
    pub(super) fn new() -> Self {
        print(&["measure", "gatewright", "peer", "ratio", "target"].map(str::to_owned));
        print(&WIDTHS.map(|width| "-".repeat(width)));
        Self
    }

    pub(super) fn add(&mut self, row: &Row) {
        print(&row.cells());
    }
}

#[expect(clippy::print_stdout, reason = "the table is data")]
fn print(cells: &[String; 5]) {
    let cells = cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{cell:<width$}"));
    println!("| {} |", cells.collect::<Vec<_>>().join(" | "));
}
