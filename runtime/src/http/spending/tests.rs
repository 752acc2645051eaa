//! Tests of the ledger.

use super::*;

#[test]
fn reserved_money_counts_as_spent() {
    let ledger = Arc::new(Ledger::new(Some(Usd::micros(5)), false));
    let mut first = ledger.reserve("op", "a", Some(Usd::micros(3))).expect("there is enough");
    let refused = ledger.reserve("op", "a", Some(Usd::micros(3)));
    assert!(matches!(refused, Err(Error::OverBudget { left, .. }) if left == Usd::micros(2)));
    first.set(Charge::No);
    drop(first);
    ledger.reserve("op", "a", Some(Usd::micros(5))).expect("it was given back").set(Charge::Unknown);
    assert_eq!((ledger.spent().charged, ledger.spent().unknown), (Usd::ZERO, Usd::micros(5)));
    assert!(ledger.reserve("op", "a", Some(Usd::micros(1))).is_err(), "an unknown charge counts as spent");
    assert!(ledger.reserve("op", "a", Some(Usd::ZERO)).is_ok(), "a free call is always allowed");
}

#[cfg(feature = "video")]
#[test]
fn a_failed_task_is_refunded_once() {
    let ledger = Arc::new(Ledger::new(None, false));
    for (id, cost) in [("a", Some(Usd::micros(3))), ("b", None), ("c", Some(Usd::micros(4)))] {
        let mut call = ledger.reserve("op", "video", Some(Usd::micros(5))).expect("there is no budget");
        call.settle(cost);
        call.assign_to_task(id);
    }
    assert_eq!((ledger.spent().charged, ledger.cost_of_task("a")), (Usd::micros(12), Some(Usd::micros(3))));
    assert_eq!(ledger.cost_of_task("b"), None, "an expected cost is not a known cost");
    ledger.refund("b");
    ledger.refund("b");
    assert_eq!(ledger.spent().charged, Usd::micros(7), "an expected cost is refunded, too");
    ledger.keep("c");
    ledger.refund("c");
    ledger.refund("unknown");
    let of = &ledger.spent().by_name["video"];
    assert_eq!((of.calls, of.unpriced_calls, of.charged), (2, 0, Usd::micros(7)));
}

#[test]
fn a_budget_refuses_unknown_prices_unless_allowed() {
    let refused = Arc::new(Ledger::new(Some(Usd::micros(5)), false)).reserve("op", "a", None);
    assert!(matches!(refused, Err(Error::PriceUnknown(name)) if name == "a"));
    for ledger in [Ledger::new(Some(Usd::micros(5)), true), Ledger::new(None, false)] {
        let ledger = Arc::new(ledger);
        ledger.reserve("op", "a", None).expect("it is allowed").set(Charge::Yes);
        assert_eq!((ledger.spent().by_name["a"].calls, ledger.spent().charged), (1, Usd::ZERO));
        assert_eq!(ledger.spent().by_name["a"].unpriced_calls, 1, "unknown is not free");
    }
}

#[test]
fn expected_costs_count_as_charged_and_unpriced() {
    let ledger = Arc::new(Ledger::new(None, false));
    for cost in [None, Some(Usd::micros(2))] {
        ledger.reserve("op", "a", Some(Usd::micros(5))).expect("there is no budget").settle(cost);
    }
    let of = &ledger.spent().by_name["a"];
    assert_eq!((of.calls, of.unpriced_calls, of.charged), (2, 1, Usd::micros(7)));
}

#[test]
fn a_part_of_a_budget_is_limited_by_both() {
    let whole = Arc::new(Ledger::new(Some(Usd::micros(10)), false));
    let part = Arc::new(whole.part(Some(Usd::micros(6))));
    part.reserve("op", "a", Some(Usd::micros(4))).expect("both have enough").settle(Some(Usd::micros(3)));
    assert_eq!((part.spent(), whole.spent().charged), (whole.spent(), Usd::micros(3)));
    let refused = part.reserve("op", "a", Some(Usd::micros(4)));
    assert!(matches!(refused, Err(Error::OverBudget { left, .. }) if left == Usd::micros(3)), "its own budget");
    let mut others = whole.reserve("op", "b", Some(Usd::micros(5))).expect("a refused call leaves nothing reserved");
    let refused = part.reserve("op", "a", Some(Usd::micros(3)));
    assert!(matches!(refused, Err(Error::OverBudget { left, .. }) if left == Usd::micros(2)), "the whole budget");
    others.set(Charge::No);
    drop(others);
    part.reserve("op", "a", Some(Usd::micros(3))).expect("both have enough").set(Charge::Unknown);
    assert_eq!((part.spent().unknown, whole.spent().unknown), (Usd::micros(3), Usd::micros(3)));
    let free = Arc::new(whole.part(None));
    assert!(free.reserve("op", "a", Some(Usd::micros(5))).is_err(), "a part without a budget has that of the whole");
    assert!(free.reserve("op", "a", None).is_err(), "unknown prices are refused in every part");
}

#[cfg(feature = "video")]
#[test]
fn a_failed_task_is_refunded_in_both() {
    let whole = Arc::new(Ledger::new(None, false));
    let part = Arc::new(whole.part(None));
    let mut call = part.reserve("op", "video", Some(Usd::micros(5))).expect("there is no budget");
    call.settle(Some(Usd::micros(5)));
    call.assign_to_task("a");
    drop(call);
    assert_eq!((part.spent().charged, whole.spent().charged), (Usd::micros(5), Usd::micros(5)));
    part.refund("a");
    whole.refund("a");
    assert_eq!((part.spent().charged, whole.spent().charged), (Usd::ZERO, Usd::ZERO));
}
