//! Sentences that a program makes: `{places}` stand for what it puts in.

/// What keeps models and workflow records from something.
#[rustfmt::skip]
pub(super) static RULES: &[(&str, &str)] = &[
    ("Chat completions take tools only with the reasoning effort {effort}.", "chat completions 只在推理强度为 {effort} 时接受工具。"),
    ("The choice of a tool can only be {choices}.", "工具选择只能是 {choices}。"),
    ("Messages of these roles need a name: {roles}.", "以下角色的消息需要名称：{roles}。"),
    ("Responses take no earlier response and no conversation: send the whole dialogue.", "responses 不接受先前的响应，也不接受会话：请发送整个对话。"),
    ("At most {most} characters of a request.", "每次请求最多 {most} 个字符。"),
    ("At most {most} seconds of a recording.", "录音最长 {most} 秒。"),
    ("At most {most} bytes of a file.", "文件最大 {most} 字节。"),
    ("the runtime binding is `{status}`, and must be `verified`", "运行绑定为 `{status}`，须为 `verified`"),
    ("the contract is `{status}`, and must be `verified`", "合同为 `{status}`，须为 `verified`"),
    ("the runtime evidence is `{status}`, and must be `verified`", "运行依据为 `{status}`，须为 `verified`"),
    ("it is blocked, and does not say why", "已被阻止，没有说明原因"),
    ("it is blocked: {why}", "已被阻止：{why}"),
    ("the runtime binding names no endpoint", "运行绑定没有指明接口"),
    ("this client has no operation at `{path}` that a record can be bound to", "此客户端在 `{path}` 没有记录可以绑定的操作"),
    ("`request_field_map` has no place for the input `{id}`", "`request_field_map` 没有输入 `{id}` 的位置"),
    ("`request_field_map` has `{id}`, which is no input", "`request_field_map` 中的 `{id}` 不是输入"),
    ("two inputs are called `{id}`", "有两个输入都叫 `{id}`"),
    ("two inputs go to `{place}`, and one of them would be lost", "有两个输入都放入 `{place}`，其中一个会丢失"),
    ("`{operation}` reads nothing at `{place}`", "`{operation}` 不读取 `{place}`"),
    ("`{operation}` asks for one of `{of}`, and no input leads there", "`{operation}` 需要 `{of}` 之一，但没有对应的输入"),
    ("`{operation}` asks for `{of}`, and no input leads there", "`{operation}` 需要 `{of}`，但没有对应的输入"),
    ("the operation `{id}` is none that this client knows at the endpoint", "此客户端在该接口不认识操作 `{id}`"),
    ("`{field}` is known not to be implemented", "已知 `{field}` 尚未实现"),
];

/// The Chinese of the first sentence that a text can be; `phrase` translates what stands at places behind a `~`.
pub(super) fn of(table: &[(&str, &str)], english: &str, phrase: fn(&str) -> String) -> Option<String> {
    table.iter().find_map(|(sentence, chinese)| filled(chinese, &values(sentence, english)?, phrase))
}

/// What stands at the places of a sentence; `None` if the text is another one.
fn values<'a>(sentence: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let parts: Vec<_> = sentence.split(['{', '}']).collect();
    let mut rest = text.strip_prefix(parts[0])?;
    let mut values = Vec::new();
    for (number, pair) in parts[1..].chunks_exact(2).enumerate() {
        let (place, behind, left) = (pair[0], pair[1], parts.len() / 2 - number - 1);
        let (value, after) = match left {
            0 => (rest.strip_suffix(behind)?, ""),
            // What stands here may be a list with such words in it; what is left is one thing.
            1 => rest.rsplit_once(behind)?,
            _ => rest.split_once(behind)?,
        };
        values.push((place, value));
        rest = after;
    }
    rest.is_empty().then_some(values)
}

/// Names and numbers are put in as they are, with other marks between them; phrases, behind a `~`, are looked up, and what
/// is a sentence itself must be known.
fn filled(chinese: &str, values: &[(&str, &str)], phrase: fn(&str) -> String) -> Option<String> {
    let value = |place: &str| values.iter().find(|it| it.0 == place.trim_start_matches('~')).map(|it| it.1);
    let part = |(number, part): (usize, &str)| match value(part).filter(|_| number % 2 == 1) {
        Some(value) if part == "why" => super::known(value).map(str::to_owned),
        Some(value) if part.starts_with('~') => Some(phrase(value)),
        Some(value) => Some(value.replace(", ", "、").replace(" or ", " 或 ")),
        None => Some(part.to_owned()),
    };
    chinese.split(['{', '}']).enumerate().map(part).try_fold(String::new(), |text, part| Some(joined(text, &part?)))
}

/// Chinese has spaces around the signs of others only: whether one is wanted turns out where a place is filled.
fn joined(mut text: String, part: &str) -> String {
    let is_chinese = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
    match (text.strip_suffix(' '), part.strip_prefix(' ')) {
        (Some(before), _) if is_chinese(before.chars().last()) && is_chinese(part.chars().next()) => drop(text.pop()),
        (_, Some(behind)) if is_chinese(text.chars().last()) && is_chinese(behind.chars().next()) => {
            return text + behind;
        }
        _ => {}
    }
    text + part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_chinese(english: &str) -> Option<String> {
        of(RULES, english, str::to_owned)
    }
    use gatewright_runtime::ModelRules;
    use gatewright_runtime::workflow::{BindingStatus, ContractStatus, Missing, RuntimeEvidence};
    use serde_json::{Value, json};

    #[test]
    fn what_is_a_sentence_itself_must_be_known() {
        assert_eq!(in_chinese("it is blocked: nobody knows why"), None);
    }

    #[test]
    fn restrictions_of_models_are_known_in_chinese() {
        let Value::Object(rules) = json!({
            "tools_need_effort": "none", "tool_choices": ["auto", "none"], "named_roles": ["group", "sample"],
            "stateless": true, "max_characters": 1, "max_audio_seconds": 2, "max_upload_bytes": 3,
        }) else {
            unreachable!("it is an object")
        };
        let said = ModelRules::of(rules).sentences();
        assert_eq!(said.len(), 7);
        for said in said {
            assert!(in_chinese(&said).is_some(), "{said}");
        }
        let chosen = in_chinese("The choice of a tool can only be auto or none.");
        assert_eq!(chosen.as_deref(), Some("工具选择只能是 auto 或 none。"));
    }

    #[test]
    fn what_keeps_a_record_from_running_is_known_in_chinese() {
        let x = || "x".to_owned();
        let several = Missing::Obligation { operation: x(), of: vec![x(), x()] };
        let all = [
            Missing::Binding(BindingStatus::Unavailable),
            Missing::Contract(ContractStatus::DraftUnverified),
            Missing::Evidence(RuntimeEvidence::Absent),
            Missing::Blocked(String::new()),
            Missing::Blocked("Nobody has run it against the gateway.".into()),
            Missing::Endpoint,
            Missing::Operation { path: x() },
            Missing::Input { id: x() },
            Missing::Place { id: x() },
            Missing::Twice { id: x() },
            Missing::Shared { place: x() },
            Missing::Unread { place: x(), operation: x() },
            Missing::Obligation { operation: x(), of: vec![x()] },
            several.clone(),
            Missing::Named { id: x() },
            Missing::Implementation { field: x() },
        ];
        for said in all.iter().map(ToString::to_string) {
            assert!(in_chinese(&said).is_some(), "{said}");
        }
        assert_eq!(in_chinese(&several.to_string()).as_deref(), Some("`x` 需要 `x`、`x` 之一，但没有对应的输入"));
    }
}
