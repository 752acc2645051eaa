//! Agents: conversations in which a model calls tools until it is done.

#[cfg(feature = "blocking")]
mod blocking;
mod format;
mod outcome;
#[cfg(test)]
mod tests;
mod tool;

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use tokio::task::JoinSet;

use crate::{Call, Client, Error, ParamValue, Result, ToolCall, Usd};

pub use format::AgentFormat;
pub use outcome::{AgentError, AgentEvent, AgentRun};
use tool::Outcome;
pub use tool::{AgentTool, ToolOutput};

/// Conversation in which a model calls tools until it is done, with limits on its steps and its spending.
///
/// Generated clients create it from a request: `client.chat(model, "…").agent()`. All parameters of the request apply to
/// each step; a forced `tool_choice` applies to the first one only.
///
/// The tools of one reply run at the same time. If a tool returns an error, the model gets its text and can correct the
/// call. The run ends if a call of a social tool is not covered by the budget, has an unknown price or charge, or is
/// refused because of the key or a missing top-up. Dropping the future of [`run`](Self::run) cancels all tools.
///
/// ```no_run
/// # use gatewright_runtime::{Agent, AgentTool, SocialTools, Usd, chat};
/// # async fn demo(agent: Agent<chat::Reply>, social: SocialTools, weather: AgentTool) -> gatewright_runtime::Result<()> {
/// // let agent = client.chat(model, "What do people say about tea?").max_tokens(500).agent();
/// let run = agent.tools(social.only(["p1_search"])?).tools([weather]).max_steps(8).budget(Usd::cents(20)).run().await?;
/// println!("{} for {} USD", run.text().unwrap_or_default(), run.spent.charged);
/// # Ok(()) }
/// ```
#[must_use = "an agent does nothing until you call `run`"]
pub struct Agent<R: AgentFormat> {
    call: Call,
    tools: Vec<AgentTool>,
    max_steps: u32,
    budget: Option<Usd>,
    on_event: Option<Box<OnEvent>>,
    format: std::marker::PhantomData<fn() -> R>,
}

type OnEvent = dyn FnMut(AgentEvent<'_>) + Send;

impl<R: AgentFormat> Agent<R> {
    /// Creates an agent that repeats a call. Generated requests call this.
    pub fn new(call: Call) -> Self {
        let format = std::marker::PhantomData;
        Self { call, tools: Vec::new(), max_steps: 10, budget: None, on_event: None, format }
    }

    /// Adds tools: [`AgentTool`]s, or [`SocialTools`](crate::SocialTools).
    pub fn tools(mut self, tools: impl IntoIterator<Item = AgentTool>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Sets the maximum number of model calls: 10 by default. If the last reply still calls tools, the run ends with
    /// [`Error::StepLimit`].
    pub fn max_steps(mut self, steps: u32) -> Self {
        self.max_steps = steps;
        self
    }

    /// Sets a budget for the model calls and the calls of social tools. It is a part of the client's budget.
    ///
    /// As for every budget, the price of each step must be known before it is sent: set `max_tokens` on the request, or
    /// `.expecting(…)`, or build the client with `allow_unknown_prices()`.
    pub fn budget(mut self, budget: Usd) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Sets a function that receives the progress.
    pub fn on_event(mut self, on_event: impl FnMut(AgentEvent<'_>) + Send + 'static) -> Self {
        self.on_event = Some(Box::new(on_event));
        self
    }

    /// Runs the conversation until the model calls no more tools.
    ///
    /// The error contains the result so far. It also converts to [`Error`], without that result.
    pub async fn run(mut self) -> Result<AgentRun<R>, AgentError<R>> {
        let client = self.call.client().with_part(self.budget);
        let mut run = AgentRun::default();
        let ended = self.steps(&client, &mut run).await;
        run.spent = client.spent();
        match ended {
            Ok(()) => Ok(run),
            Err(error) => Err(AgentError { error, partial: Box::new(run) }),
        }
    }

    async fn steps(&mut self, client: &Client, run: &mut AgentRun<R>) -> Result<()> {
        let conversation = self.call.json_of(R::FIELD).unwrap_or_default();
        run.transcript = R::read_conversation(conversation);
        let tools = self.tools_by_name()?;
        let mut call = self.call.clone().paid_by(client);
        if !tools.is_empty() {
            let definitions = self.tools.iter().map(|it| it.tool.clone()).collect();
            call = call.with("tools", R::write_tools(definitions));
        }
        while run.steps < self.max_steps {
            let step = run.steps + 1;
            self.tell(AgentEvent::ModelCall { step });
            let reply = call.clone().with(R::FIELD, ParamValue::json(&run.transcript)).send_as::<R>().await?;
            run.steps = step;
            run.transcript.extend(reply.to_conversation());
            let (text, calls, cost) = (reply.reply_text(), reply.requested_tools(), reply.cost);
            self.tell(AgentEvent::ModelReply { step, text: text.as_deref(), tool_calls: &calls, cost });
            run.reply = Some(reply);
            if calls.is_empty() {
                return Ok(());
            }
            if step == self.max_steps {
                break;
            }
            let (results, fatal) = self.run_tools(step, client, calls, &tools).await;
            run.transcript.extend(R::write_results(&results));
            if let Some(error) = fatal {
                return Err(error);
            }
            call = call.without("tool_choice");
        }
        Err(Error::StepLimit(self.max_steps))
    }

    fn tools_by_name(&self) -> Result<BTreeMap<String, AgentTool>> {
        if self.call.json_of("tools").is_some() {
            let problem = "the request already has tools; help: add tools to the agent, with their functions";
            return Err(Error::Request(problem.to_owned()));
        }
        let mut tools = BTreeMap::new();
        for tool in &self.tools {
            if tools.insert(tool.tool.name.clone(), tool.clone()).is_some() {
                return Err(Error::Request(format!("two tools have the name `{}`", crate::visible(&tool.tool.name))));
            }
        }
        Ok(tools)
    }

    /// Runs tools at the same time. Returns their results in the order of the calls, and the first error that ends the run.
    async fn run_tools(
        &mut self,
        step: u32,
        client: &Client,
        calls: Vec<ToolCall>,
        tools: &BTreeMap<String, AgentTool>,
    ) -> (Vec<(ToolCall, Result<String, String>)>, Option<Error>) {
        let mut running = JoinSet::new();
        let mut places = HashMap::new();
        let unfinished = || Err("the tool did not finish".to_owned());
        let mut results: Vec<_> = calls.into_iter().map(|it| (it, unfinished())).collect();
        for (place, (call, _)) in results.iter().enumerate() {
            let (tool, client, call) = (tools.get(&call.name).cloned(), client.clone(), call.clone());
            let task = running.spawn(async move {
                match tool {
                    Some(tool) => tool.run(client, call).await,
                    None => Err(format!("unknown tool `{}`", crate::visible(&call.name))).into(),
                }
            });
            places.insert(task.id(), place);
        }
        let mut fatal = None;
        while let Some(ended) = running.join_next_with_id().await {
            // A tool that panics has no result; the model is told that it did not finish.
            let (id, outcome) = match ended {
                Ok((id, outcome)) => (id, outcome),
                Err(error) => (error.id(), Outcome::from(unfinished())),
            };
            let Some((call, result)) = places.get(&id).and_then(|place| results.get_mut(*place)) else { continue };
            *result = outcome.result;
            let told = result.as_ref().map(String::as_str).map_err(String::as_str);
            self.tell(AgentEvent::ToolResult { step, tool_call: call, result: told });
            fatal = fatal.or(outcome.fatal);
        }
        (results, fatal)
    }

    fn tell(&mut self, event: AgentEvent<'_>) {
        if let Some(on_event) = &mut self.on_event {
            on_event(event);
        }
    }
}

impl<R: AgentFormat> fmt::Debug for Agent<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("call", &self.call)
            .field("tools", &self.tools)
            .field("max_steps", &self.max_steps)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
