//! Numbers within limits.

use serde_json::{Map, Number, Value};

/// Limit up to which integers are exact as floating-point numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Limits of a schema.
struct Limits {
    min: Option<f64>,
    max: Option<f64>,
    above: Option<f64>,
    below: Option<f64>,
    step: Option<f64>,
}

impl Limits {
    fn of(plain: &Map<String, Value>) -> Self {
        let number = |keyword: &str| plain.get(keyword).and_then(Value::as_f64);
        // In the oldest version of JSON Schema an exclusive limit is a flag next to the limit.
        let exclusive = |keyword: &str, limit: Option<f64>| {
            number(keyword).or_else(|| limit.filter(|_| plain.get(keyword) == Some(&Value::Bool(true))))
        };
        let (min, max) = (number("minimum"), number("maximum"));
        let (above, below) = (exclusive("exclusiveMinimum", min), exclusive("exclusiveMaximum", max));
        Self { min, max, above, below, step: number("multipleOf").filter(|it| *it > 0.0) }
    }

    fn holds(&self, number: f64) -> bool {
        self.min.is_none_or(|it| number >= it)
            && self.max.is_none_or(|it| number <= it)
            && self.above.is_none_or(|it| number > it)
            && self.below.is_none_or(|it| number < it)
    }

    fn lowest(&self) -> Option<f64> {
        self.min.into_iter().chain(self.above).reduce(f64::max)
    }

    fn highest(&self) -> Option<f64> {
        self.max.into_iter().chain(self.below).reduce(f64::min)
    }
}

/// Creates an integer. `variant` counts upwards within the limits, otherwise downwards.
pub(super) fn integer(plain: &Map<String, Value>, variant: usize) -> Option<Value> {
    let limits = Limits::of(plain);
    let step = limits.step.map_or(1.0, |it| if it.fract() == 0.0 { it } else { it * 10_000.0 });
    let mut start = 1.0;
    if let Some(low) = limits.lowest().filter(|it| *it >= 1.0) {
        start = low.ceil();
    } else if let Some(high) = limits.highest().filter(|it| *it <= 1.0) {
        start = high.floor();
    }
    let on_step = [(start / step).ceil() * step, (start / step).floor() * step];
    let near = on_step.into_iter().flat_map(|it| [it, it + step, it - step]).find(|it| limits.holds(*it))?;
    let moved = [near + variant as f64 * step, near - variant as f64 * step];
    let number = moved.into_iter().find(|it| limits.holds(*it)).unwrap_or(near);
    // Outside the exact range only the limits themselves are known to be correct.
    let exact =
        [plain.get("minimum"), plain.get("maximum")].into_iter().flatten().find(|it| it.is_i64() || it.is_u64());
    match (number.abs() < EXACT, exact) {
        (false, Some(limit)) => Some(limit.clone()),
        _ => Some((number as i64).into()),
    }
}

/// Creates a number with a fraction if the limits allow it.
pub(super) fn number(plain: &Map<String, Value>, variant: usize) -> Option<Value> {
    let limits = Limits::of(plain);
    if limits.step.is_some_and(|it| it.fract() == 0.0) {
        return integer(plain, variant);
    }
    let (low, high) = (limits.lowest(), limits.highest());
    let middle = low.zip(high).map(|(low, high)| low + (high - low) / (2.0 + variant as f64));
    let candidates = match limits.step {
        Some(step) => {
            let first = (low.unwrap_or(step) / step).ceil();
            let number = |times: f64| decimal(step, times);
            vec![number(first + variant as f64), number(first + 1.0), number(first)]
        }
        None => {
            let near = [Some(1.5 + variant as f64), middle, low.map(|it| it + 0.5), low, high.map(|it| it - 0.5), high];
            near.into_iter().flatten().collect()
        }
    };
    let number = candidates.into_iter().find(|it| limits.holds(*it))?;
    Number::from_f64(number).map(Value::Number)
}

/// Returns a multiple of a decimal number without rounding errors: 3 times 0.1 is 0.3.
fn decimal(step: f64, times: f64) -> f64 {
    let digits = step.to_string().split_once('.').map_or(0, |(_, it)| it.len());
    format!("{:.digits$}", step * times).parse().unwrap_or(step * times)
}
