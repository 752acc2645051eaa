//! Parts of a journal, and names of files.

use super::*;

#[test]
fn a_part_of_a_journal_has_the_calls_since_a_time() {
    thread_local! {
        static NOW: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let folder = Folder::new("since");
    let mut file = BudgetFile::without_limit(folder.path()).output("post.json");
    file.clock = || UNIX_EPOCH + Duration::from_secs(NOW.get());
    let budget = open(file);
    for time in [10, 20, 90_000] {
        NOW.set(time);
        start(&budget).expect("no limit").settle(settled(Charge::Yes));
    }
    kill(start(&budget).expect("no limit"));
    let journal = Journal::read(folder.path()).expect("it is a journal");
    for (time, calls, days) in [(0, 3, 2), (20, 2, 2), (21, 1, 1), (90_001, 0, 0)] {
        let part = journal.since(UNIX_EPOCH + Duration::from_secs(time));
        assert_eq!((part.total().calls, part.by_day().len()), (calls, days), "{time}");
        assert_eq!(part.total().unknown_calls, u64::from(calls > 0), "{time}");
    }
    assert!(journal.entries().iter().all(|it| it.output.as_deref() == Some("post.json")));
}

#[test]
fn sums_of_earlier_days_are_left_out() {
    let folder = Folder::new("since-sums");
    let total = |day: &str| {
        let spent = SpentOn { calls: 1, ..SpentOn::default() };
        line::Line::total(day.to_owned(), "p1_search".to_owned(), "social-p1-search".to_owned(), &spent)
    };
    let lines = vec![total("1970-01-01"), total("1970-01-02")];
    JournalFile::new(folder.path(), u64::MAX).append(|_| Ok(lines)).expect("written");
    let journal = Journal::read(folder.path()).expect("it is a journal");
    let since = |time| journal.since(UNIX_EPOCH + Duration::from_secs(time)).total().calls;
    assert_eq!((since(0), since(86_400), since(2 * 86_400)), (2, 1, 0));
}
