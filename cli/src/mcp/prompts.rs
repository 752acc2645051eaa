//! Prompts: tasks that a user chooses in a client.

use rmcp::model::{ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

/// Prompt with the parameters in braces of its text.
struct Task {
    name: &'static str,
    about: &'static str,
    /// Name, description, and default of an optional parameter.
    parameters: &'static [(&'static str, &'static str, Option<&'static str>)],
    text: &'static str,
}

const TASKS: [Task; 3] = [
    Task {
        name: "research",
        about: "Collect social data about a topic within a budget",
        parameters: &[
            ("topic", "Topic, such as green tea", None),
            ("max_usd", "Highest cost of the research in USD", Some("0.20")),
        ],
        text: "Research this topic with social data: {topic}\n\nSpend at most {max_usd} USD. First use `find` and `describe` to choose \
               operations that search for it, and `estimate` their prices. Tell me your plan and its cost. Then make the calls, each with \
               its own `call_id`, a `max_usd` and a `select` for the fields that you need. Report what you found with links, what \
               you could not find, and what `spent` returns. Do not build profiles of individuals.",
    },
    Task {
        name: "compare_prices",
        about: "Find the cheapest operation or model for a task",
        parameters: &[("task", "Task, such as transcribing ten minutes of speech", None)],
        text: "Find the cheapest way to do this: {task}\n\nUse only the free tools `find`, `describe` and `estimate`. Compare the \
               candidates in a table: name, price and unit, estimated price of the task, limits. State which prices are unknown or upper \
               bounds. Recommend one, and do not call it.",
    },
    Task {
        name: "spending_report",
        about: "Report what the calls have cost",
        parameters: &[("since", "Start, such as 7d or 2026-11-18", Some("7d"))],
        text: "Use `spent` with `since` {since}. Report the sum, the most expensive operations, and calls whose charge is unknown, with \
               their possible cost. For those, explain that I can look them up in the usage log of the gateway.",
    },
];

/// Longest value of a parameter, in characters.
const LONGEST: usize = 2_000;

/// Returns the list of prompts.
pub(super) fn list() -> Vec<Prompt> {
    let argument = |it: &(&str, &str, Option<&str>)| {
        PromptArgument::new(it.0).with_description(it.1).with_required(it.2.is_none())
    };
    let prompt = |it: &Task| Prompt::new(it.name, Some(it.about), Some(it.parameters.iter().map(argument).collect()));
    TASKS.iter().map(prompt).collect()
}

/// Returns a prompt with its parameters.
pub(super) fn get(name: &str, given: JsonObject) -> Result<GetPromptResult, ErrorData> {
    let unknown = || ErrorData::invalid_params("unknown prompt; help: `prompts/list` lists the prompts", None);
    let task = TASKS.iter().find(|it| it.name == name).ok_or_else(unknown)?;
    let mut text = String::new();
    let mut rest = task.text;
    // Not one after the other: a value can contain the name of another parameter in braces.
    while let Some((before, after)) = rest.split_once('{') {
        let (key, after) = after.split_once('}').unwrap_or((after, ""));
        let default = task.parameters.iter().find(|it| it.0 == key).and_then(|it| it.2);
        let value = given.get(key).and_then(|it| it.as_str()).map(str::trim).filter(|it| !it.is_empty()).or(default);
        let missing = || ErrorData::invalid_params(format!("missing argument `{key}`"), None);
        text.push_str(before);
        text.extend(value.ok_or_else(missing)?.chars().take(LONGEST));
        rest = after;
    }
    text.push_str(rest);
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(task.about))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn prompts_contain_their_parameters() {
        let text = |name: &str, given: serde_json::Value| {
            let given = given.as_object().cloned().unwrap_or_default();
            get(name, given)
                .map(|it| serde_json::to_string(&it.messages).unwrap_or_default())
                .map_err(|it| it.message.into_owned())
        };
        let research = text("research", json!({ "topic": "tea {max_usd}" })).expect("a prompt");
        assert!(research.contains("tea {max_usd}") && research.contains("at most 0.20 USD"), "{research}");
        assert_eq!(text("research", json!({ "topic": " " })), Err("missing argument `topic`".to_owned()));
        assert!(text("spending_report", json!({})).is_ok_and(|it| it.contains("7d")));
        assert!(text("other", json!({})).is_err_and(|it| it.contains("prompts/list")));
        assert_eq!(list().len(), TASKS.len());
    }
}
