//! Progress and result of an agent.

use std::fmt;

use super::AgentFormat;
use crate::{Error, Response, Spent, ToolCall, Usd};

/// Progress of an agent; see [`Agent::on_event`](super::Agent::on_event).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum AgentEvent<'a> {
    /// The model is called.
    ModelCall {
        /// Number of the step, from 1.
        step: u32,
    },
    /// The model has replied.
    ModelReply {
        /// Number of the step, from 1.
        step: u32,
        /// Text of the reply.
        text: Option<&'a str>,
        /// Tools that the model calls. They run next, at the same time.
        tool_calls: &'a [ToolCall],
        /// Cost of the step; `None` if it is unknown.
        cost: Option<Usd>,
    },
    /// A tool has returned.
    ToolResult {
        /// Number of the step, from 1.
        step: u32,
        /// Tool call.
        tool_call: &'a ToolCall,
        /// Result or error, as text for the model.
        result: Result<&'a str, &'a str>,
    },
}

/// Result of an agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AgentRun<R: AgentFormat> {
    /// Last reply of the model.
    pub reply: Option<Response<R>>,
    /// Conversation of the request, with all replies and tool results. Another request can continue it.
    pub transcript: Vec<R::Message>,
    /// Number of replies.
    pub steps: u32,
    /// Spending on model calls, and on calls of tools that use the agent's client.
    pub spent: Spent,
}

impl<R: AgentFormat> Default for AgentRun<R> {
    fn default() -> Self {
        Self { reply: None, transcript: Vec::new(), steps: 0, spent: Spent::default() }
    }
}

impl<R: AgentFormat> AgentRun<R> {
    /// Returns the text of the last reply.
    pub fn text(&self) -> Option<String> {
        self.reply.as_ref()?.reply_text()
    }
}

/// Error of an agent, with the result so far.
///
/// If the tools of the last reply have not run, the transcript ends with that reply. A provider may then refuse to
/// continue the transcript: add the results first, or remove the reply.
#[derive(Debug)]
#[non_exhaustive]
pub struct AgentError<R: AgentFormat> {
    /// Cause: [`Error::StepLimit`], [`Error::OverBudget`], or the error of a call.
    pub error: Error,
    /// Result so far.
    pub partial: Box<AgentRun<R>>,
}

impl<R: AgentFormat> fmt::Display for AgentError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AgentRun { steps, spent, .. } = &*self.partial;
        write!(f, "the agent stopped after {steps} steps and {} USD: {}", spent.charged + spent.unknown, self.error)
    }
}

impl<R: AgentFormat> std::error::Error for AgentError<R> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Returns the cause, without the result so far.
impl<R: AgentFormat> From<AgentError<R>> for Error {
    fn from(error: AgentError<R>) -> Self {
        error.error
    }
}
