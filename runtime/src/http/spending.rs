//! What a client has spent, and a budget that it never passes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Charge, Error, Result, Usd};

/// What a client and all its clones have spent so far.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) {
/// let spent = client.spent();
/// println!("{} USD, and at most {} USD more", spent.charged, spent.unknown);
/// for (name, of) in &spent.by_name {
///     println!("{name}: {} calls, {} USD", of.calls, of.charged);
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spent {
    /// What was charged, as far as that is known: see [`SpentOn::unpriced_calls`].
    pub charged: Usd,
    /// What calls would have cost of which nobody knows whether they were charged.
    pub unknown: Usd,
    /// The same by usage-log name.
    pub by_name: BTreeMap<String, SpentOn>,
}

/// What calls under one usage-log name have cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpentOn {
    /// Calls that were charged.
    pub calls: u64,
    /// What they cost, as far as that is known.
    pub charged: Usd,
    /// Those of them of which it is not: what was expected is in `charged` then, and nothing if that is not known
    /// either. They are not free.
    pub unpriced_calls: u64,
    /// Calls of which nobody knows whether they were charged.
    pub unknown_calls: u64,
    /// What those would have cost.
    pub unknown: Usd,
}

/// The books of a client.
#[derive(Debug, Default)]
pub(crate) struct Books {
    budget: Option<Usd>,
    allow_unknown_prices: bool,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    spent: Spent,
    /// For calls under way.
    reserved: Usd,
    /// What submitted tasks were charged, by their ids: a failure takes it back, whoever sees it. What is known to be done
    /// is no longer here.
    #[cfg(feature = "video")]
    tasks: BTreeMap<String, Booked>,
}

/// What the books say of a task.
#[cfg(feature = "video")]
#[derive(Debug)]
struct Booked {
    usage_log_name: String,
    cost: Usd,
    /// Whether the cost is more than what was expected.
    is_certain: bool,
}

impl Books {
    pub(crate) fn new(budget: Option<Usd>, allow_unknown_prices: bool) -> Self {
        Self { budget, allow_unknown_prices, entries: Mutex::default() }
    }

    pub(crate) fn spent(&self) -> Spent {
        self.lock().spent.clone()
    }

    /// Sets money aside for a call, or refuses it: what is under way counts as spent until it is settled.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        usage_log_name: impl Into<Cow<'static, str>>,
        price: Option<Usd>,
    ) -> Result<Reservation> {
        let usage_log_name = usage_log_name.into();
        let mut entries = self.lock();
        match (self.budget, price) {
            (Some(_), None) if !self.allow_unknown_prices => {
                return Err(Error::PriceUnknown(usage_log_name.into_owned()));
            }
            (Some(budget), price) => {
                let left = budget - entries.spent.charged - entries.spent.unknown - entries.reserved;
                // A call of unknown price may pass as long as there is anything left.
                let over = price.map_or(left <= Usd::ZERO, |price| price > left);
                if over {
                    return Err(Error::OverBudget { usage_log_name: usage_log_name.into_owned(), price, left });
                }
            }
            _ => {}
        }
        entries.reserved += price.unwrap_or(Usd::ZERO);
        drop(entries);
        let (books, is_certain) = (self.clone(), price.is_some());
        Ok(Reservation {
            books,
            usage_log_name,
            price,
            cost: price,
            is_certain,
            charge: Charge::No,
            #[cfg(feature = "video")]
            task: None,
            closed: false,
        })
    }

    /// What a task was charged, if it was submitted with these books, still may fail, and that is known.
    #[cfg(feature = "video")]
    pub(crate) fn cost_of_task(&self, id: &str) -> Option<Usd> {
        self.lock().tasks.get(id).filter(|it| it.is_certain).map(|it| it.cost)
    }

    /// Takes back what a failed task was charged, once, if it stands in these books.
    #[cfg(feature = "video")]
    pub(crate) fn refund(&self, id: &str) {
        let mut entries = self.lock();
        let Some(Booked { usage_log_name, cost, is_certain }) = entries.tasks.remove(id) else { return };
        let Spent { charged, by_name, .. } = &mut entries.spent;
        let Some(of) = by_name.get_mut(&usage_log_name) else { return };
        of.calls = of.calls.saturating_sub(1);
        of.unpriced_calls = of.unpriced_calls.saturating_sub(u64::from(!is_certain));
        of.charged -= cost;
        *charged -= cost;
    }

    /// A task is done: its charge stays.
    #[cfg(feature = "video")]
    pub(crate) fn keep(&self, id: &str) {
        self.lock().tasks.remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Money set aside for one call. When it goes, the books are set right: also when a call is dropped midway.
#[derive(Debug)]
pub(crate) struct Reservation {
    books: Arc<Books>,
    usage_log_name: Cow<'static, str>,
    /// What was set aside.
    price: Option<Usd>,
    /// What it comes to.
    cost: Option<Usd>,
    /// Whether that is more than what was expected.
    is_certain: bool,
    charge: Charge,
    /// The task that was charged, if it is one.
    #[cfg(feature = "video")]
    task: Option<String>,
    closed: bool,
}

impl Reservation {
    pub(crate) fn usage_log_name(&self) -> &str {
        &self.usage_log_name
    }

    /// What is known of the charge as of now.
    pub(crate) fn set(&mut self, charge: Charge) {
        self.charge = charge;
    }

    /// It was charged: so much, where that is known better now than before the call.
    pub(crate) fn settle(&mut self, cost: Option<Usd>) {
        self.charge = Charge::Yes;
        self.is_certain = cost.is_some();
        self.cost = cost.or(self.cost);
    }

    /// It is for a task, which gives it back if it fails.
    #[cfg(feature = "video")]
    pub(crate) fn is_for(&mut self, task: &str) {
        self.task = Some(task.to_owned());
    }
}

impl Reservation {
    /// Sets the books right, once.
    pub(crate) fn close(&mut self) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        let mut entries = self.books.lock();
        entries.reserved -= self.price.unwrap_or(Usd::ZERO);
        let price = self.cost.unwrap_or(Usd::ZERO);
        if self.charge == Charge::No {
            return;
        }
        let Spent { charged, unknown, by_name } = &mut entries.spent;
        if !by_name.contains_key(self.usage_log_name.as_ref()) {
            by_name.insert(self.usage_log_name.to_string(), SpentOn::default());
        }
        let Some(of) = by_name.get_mut(self.usage_log_name.as_ref()) else { return };
        if self.charge == Charge::Yes {
            of.calls += 1;
            of.unpriced_calls += u64::from(!self.is_certain);
            of.charged += price;
            *charged += price;
            #[cfg(feature = "video")]
            if let Some(id) = self.task.take() {
                let (usage_log_name, is_certain) = (self.usage_log_name.to_string(), self.is_certain);
                entries.tasks.insert(id, Booked { usage_log_name, cost: price, is_certain });
            }
        } else {
            of.unknown_calls += 1;
            of.unknown += price;
            *unknown += price;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_counts_as_spent() {
        let books = Arc::new(Books::new(Some(Usd::micros(5)), false));
        let mut first = books.reserve("a", Some(Usd::micros(3))).expect("there is enough");
        let refused = books.reserve("a", Some(Usd::micros(3)));
        assert!(matches!(refused, Err(Error::OverBudget { left, .. }) if left == Usd::micros(2)));
        first.set(Charge::No);
        drop(first);
        books.reserve("a", Some(Usd::micros(5))).expect("it was given back").set(Charge::Unknown);
        assert_eq!((books.spent().charged, books.spent().unknown), (Usd::ZERO, Usd::micros(5)));
        assert!(books.reserve("a", Some(Usd::micros(1))).is_err(), "what may have been charged is not spent twice");
        assert!(books.reserve("a", Some(Usd::ZERO)).is_ok(), "what is free can always be had");
    }

    #[cfg(feature = "video")]
    #[test]
    fn a_failed_task_gives_back_what_was_booked_for_it_once() {
        let books = Arc::new(Books::new(None, false));
        for (id, cost) in [("a", Some(Usd::micros(3))), ("b", None), ("c", Some(Usd::micros(4)))] {
            let mut call = books.reserve("clip", Some(Usd::micros(5))).expect("there is no budget");
            call.settle(cost);
            call.is_for(id);
        }
        assert_eq!((books.spent().charged, books.cost_of_task("a")), (Usd::micros(12), Some(Usd::micros(3))));
        assert_eq!(books.cost_of_task("b"), None, "what was expected is no cost");
        books.refund("b");
        books.refund("b");
        assert_eq!(books.spent().charged, Usd::micros(7), "also what was only expected");
        books.keep("c");
        books.refund("c");
        books.refund("nobody's");
        let of = &books.spent().by_name["clip"];
        assert_eq!((of.calls, of.unpriced_calls, of.charged), (2, 0, Usd::micros(7)));
    }

    #[test]
    fn an_unknown_price_needs_leave() {
        let refused = Arc::new(Books::new(Some(Usd::micros(5)), false)).reserve("a", None);
        assert!(matches!(refused, Err(Error::PriceUnknown(name)) if name == "a"));
        for books in [Books::new(Some(Usd::micros(5)), true), Books::new(None, false)] {
            let books = Arc::new(books);
            books.reserve("a", None).expect("it is allowed").set(Charge::Yes);
            assert_eq!((books.spent().by_name["a"].calls, books.spent().charged), (1, Usd::ZERO));
            assert_eq!(books.spent().by_name["a"].unpriced_calls, 1, "unknown is not free");
        }
    }

    #[test]
    fn what_was_expected_counts_and_is_said_to_be_no_more_than_that() {
        let books = Arc::new(Books::new(None, false));
        for cost in [None, Some(Usd::micros(2))] {
            books.reserve("a", Some(Usd::micros(5))).expect("there is no budget").settle(cost);
        }
        let of = &books.spent().by_name["a"];
        assert_eq!((of.calls, of.unpriced_calls, of.charged), (2, 1, Usd::micros(7)));
    }
}
