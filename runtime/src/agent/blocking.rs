//! Blocking version of a run.

use super::{Agent, AgentError, AgentFormat, AgentRun};
use crate::http::blocking::wait;

impl<R: AgentFormat> Agent<R> {
    /// Blocking version of [`run`](Self::run). The tools and the function for the progress can make blocking calls, too.
    ///
    /// ```no_run
    /// # use gatewright_runtime::{Agent, chat};
    /// # fn demo(agent: Agent<chat::Reply>) -> gatewright_runtime::Result<()> {
    /// let run = agent.max_steps(8).run_blocking()?;
    /// println!("{} for {} USD", run.text().unwrap_or_default(), run.spent.charged);
    /// # Ok(()) }
    /// ```
    pub fn run_blocking(self) -> Result<AgentRun<R>, AgentError<R>> {
        wait(self.run()).unwrap_or_else(|error| Err(AgentError { error, partial: Box::default() }))
    }
}
