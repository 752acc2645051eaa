//! Runs jobs on several threads.

use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

use anyhow::{Result, anyhow};

/// Runs the jobs on `at_once` threads, and returns the results in the order of the jobs. After an error no further job
/// starts on the same thread.
pub(crate) fn map<J: Send, T: Send>(
    jobs: impl IntoIterator<Item = J, IntoIter: Send>,
    at_once: usize,
    work: impl Fn(J) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || iter::from_fn(next).map(|(number, job)| Ok((number, work(job)?))).collect::<Result<Vec<_>>>();
    let ended = thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(run)).collect();
        let ended = threads.into_iter().map(|it| it.join().map_err(|_| anyhow!("a thread panicked"))?);
        ended.collect::<Result<Vec<_>>>()
    })?;
    let mut done: Vec<_> = ended.into_iter().flatten().collect();
    done.sort_by_key(|it| it.0);
    Ok(done.into_iter().map(|it| it.1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs_and_an_error_is_returned() {
        assert_eq!(map(0..100, 4, |it| Ok(it * 2)).expect("no error"), (0..100).map(|it| it * 2).collect::<Vec<_>>());
        let failed = map(0..100, 4, |it| if it == 50 { Err(anyhow!("fifty")) } else { Ok(it) });
        assert_eq!(failed.expect_err("one failed").to_string(), "fifty");
    }
}
