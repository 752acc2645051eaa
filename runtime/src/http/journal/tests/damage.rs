//! Journals that were cut, edited or damaged.

use super::*;

#[test]
fn a_journal_cut_at_any_byte_can_be_used() {
    let folder = Folder::new("cut");
    let file = || BudgetFile::new(folder.path(), Usd::micros(1_000_000));
    let budget = open(file());
    start(&budget).expect("there is enough").settle(settled(Charge::Yes));
    start(&budget).expect("there is enough").settle(settled(Charge::No));
    let whole = fs::read(folder.path()).expect("bytes");
    for length in 0..whole.len() {
        fs::write(folder.path(), &whole[..length]).expect("written");
        let before = Journal::read(folder.path()).expect("it is a journal");
        let started = whole[..length].iter().filter(|it| **it == b'\n').count().saturating_sub(1).div_ceil(2);
        assert_eq!(before.entries().len(), started, "{length}");
        drop(start(&open(file())).expect("there is enough"));
        let after = Journal::read(folder.path()).expect("it is a journal");
        assert_eq!((after.entries().len(), after.total()), (started + 1, before.total()), "{length}");
    }
}

#[test]
fn damage_is_an_error_with_its_line_and_changes_nothing() {
    let folder = Folder::new("damage");
    let budget = open(BudgetFile::new(folder.path(), Usd::micros(1_000_000)));
    start(&budget).expect("there is enough").settle(settled(Charge::Yes));
    let whole = fs::read_to_string(folder.path()).expect("text");
    let [first, started, settled] = whole.lines().collect::<Vec<_>>().try_into().expect("three lines");
    let cases = [
        ("notes\n".to_owned(), "line 1: it is not a journal"),
        ("notes without a line break".to_owned(), "line 1: it is not a journal"),
        (format!("{started}\n"), "line 1: it is not a journal"),
        (format!("{}\n", first.replace(":1,", ":2,")), "line 1: version 2 is newer"),
        (format!("{first}\n{first}\n"), "line 2: a second first line"),
        (format!("{first}\n{started}\n\u{1b}[2Jnoise\n{settled}\n"), "line 3: expected value"),
        (format!("{first}\n{settled}\n"), "line 2: the end of a call that is not under way"),
        (format!("{first}\n{started}\n{started}\n"), "line 3: a call that was already started"),
        (format!("{first}\n{started}\n{settled}\n{settled}\n"), "line 4: the end of a call"),
        (format!("{first}\n{started}\n{{\"type\":\"other\"}}\n"), "line 3: unknown variant `other`"),
        (format!("{first}\n{}\n", started.replace("0.02", "much")), "line 2: "),
        (format!("{first}\n\n{started}\n"), "line 2: EOF"),
    ];
    for (text, problem) in cases {
        fs::write(folder.path(), &text).expect("written");
        let opened = BudgetFile::new(folder.path(), Usd::micros(1)).open().expect_err(problem);
        let read = Journal::read(folder.path()).expect_err(problem);
        let used = start(&budget).expect_err(problem);
        for error in [opened, read, used] {
            assert!(matches!(error, Error::Journal(_)), "{error:?}");
            assert!(error.to_string().contains(problem) && error.to_string().contains("spending.jsonl`"), "{error}");
        }
        assert_eq!(fs::read_to_string(folder.path()).expect("text"), text);
    }
    fs::write(folder.path(), [first.as_bytes(), b"\n\xff\n"].concat()).expect("written");
    let error = Journal::read(folder.path()).expect_err("it is not text");
    assert!(error.to_string().contains("line 2: it is not text"), "{error}");
}

#[test]
fn counts_of_a_journal_can_be_as_large_as_they_like() {
    let folder = Folder::new("counts");
    drop(open(BudgetFile::without_limit(folder.path())));
    let many = u64::MAX;
    let total = format!(
        r#"{{"type":"total","day":"2026-11-18","operation":"p1_search","usage_log_name":"a","calls":{many},"charged":"1","unpriced_calls":{many},"unknown_calls":{many},"unknown":"1"}}"#
    );
    let header = fs::read_to_string(folder.path()).expect("text");
    fs::write(folder.path(), format!("{header}{total}\n{total}\n")).expect("it can be written");
    let all = Journal::read(folder.path()).expect("it is a journal").total();
    assert_eq!((all.calls, all.unpriced_calls, all.unknown_calls, all.charged), (many, many, many, Usd::dollars(2)));
}
