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

/// What a refresh recorded, where all that is put in are names and numbers. The rest stays as it was written down.
#[rustfmt::skip]
pub(super) static CHANGES: &[(&str, &str)] = &[
    ("the endpoint is gone", "接口已移除"),
    ("paused", "已暂停"),
    ("back on sale", "恢复可用"),
    ("its function is {now}, it was {was}", "函数为 {now}，原为 {was}"),
    ("called as {now}, before as {was}", "调用方式为 {now}，原为 {was}"),
    ("{now}, it was {was}: {by} dearer", "{now}，原为 {was}：上涨 {by}"),
    ("{now}, it was {was}: {by} cheaper", "{now}，原为 {was}：下降 {by}"),
    ("its price is published: {now}", "价格已公布：{now}"),
    ("its price is not published any more, it was {was}", "价格不再公布，原为 {was}"),
    ("its key is {now}, it was {was}", "键为 {now}，原为 {was}"),
    ("its module is {now}, it was {was}", "模块为 {now}，原为 {was}"),
    ("the parameter {part} is gone", "参数 {part} 已移除"),
    ("the parameter {was} is called {now}", "参数 {was} 更名为 {now}"),
    ("the function of {part} is {now}, it was {was}", "{part} 的函数为 {now}，原为 {was}"),
    ("the parameter {part} should not be used any more", "不建议再使用参数 {part}"),
    ("the parameter {part} can be used again", "参数 {part} 可以再次使用"),
    ("a new named value of {part}: {now}", "{part} 新增取值：{now}"),
    ("the named value {was} of {part} is gone", "{part} 的取值 {was} 已移除"),
    ("a named value of {part} is sent as {now}, before as {was}", "{part} 的一个取值以 {now} 发送，原为 {was}"),
    ("the model is gone", "模型已移除"),
    ("the model is back", "模型已恢复"),
    ("the constant of the model that left is gone, too", "已移除模型的常量也随之移除"),
    ("its constant is {now}, it was {was}", "常量为 {now}，原为 {was}"),
    ("taken by {now}, too", "{now} 也接受它"),
    ("not taken by {was} any more", "{was} 不再接受它"),
    ("what it refuses changed", "它所拒绝的内容有变"),
    ("what the numbers of prices stand for changed", "价格数值的含义有变"),
];

/// The Chinese of the first sentence that a text can be.
pub(super) fn of(table: &[(&str, &str)], english: &str) -> Option<String> {
    table.iter().find_map(|(sentence, chinese)| filled(chinese, &values(sentence, english)?))
}

/// What stands at the places of a sentence; `None` if the text is another one.
fn values<'a>(sentence: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut parts = sentence.split(['{', '}']).peekable();
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    while let (Some(place), Some(behind)) = (parts.next(), parts.next()) {
        let is_last = parts.peek().is_none();
        let (value, after) = if is_last { (rest.strip_suffix(behind)?, "") } else { rest.split_once(behind)? };
        values.push((place, value));
        rest = after;
    }
    rest.is_empty().then_some(values)
}

/// Names and numbers are put in as they are, with other marks between them; what is a sentence itself must be known.
fn filled(chinese: &str, values: &[(&str, &str)]) -> Option<String> {
    let part = |(number, part): (usize, &str)| match values.iter().find(|it| it.0 == part) {
        Some(("why", value)) if number % 2 == 1 => super::known(value).map(str::to_owned),
        Some((_, value)) if number % 2 == 1 => Some(value.replace(", ", "、").replace(" or ", " 或 ")),
        _ => Some(part.to_owned()),
    };
    chinese.split(['{', '}']).enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::What;
    use gatewright_runtime::ModelRules;
    use gatewright_runtime::workflow::Missing;
    use serde_json::{Value, json};

    #[test]
    fn places_keep_what_stands_there() {
        let of = |english| of(CHANGES, english);
        assert_eq!(
            of("0.025 USD, it was 0.02 USD: 25 % dearer").as_deref(),
            Some("0.025 USD，原为 0.02 USD：上涨 25 %")
        );
        // What is put in is foreign, and may look like a place itself.
        assert_eq!(of("its constant is {was}, it was A").as_deref(), Some("常量为 {was}，原为 A"));
        assert_eq!(of("paused for a while"), None);
        assert_eq!(super::of(RULES, "it is blocked: nobody knows why"), None);
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
            assert!(of(RULES, &said).is_some(), "{said}");
        }
        let chosen = of(RULES, "The choice of a tool can only be auto or none.");
        assert_eq!(chosen.as_deref(), Some("工具选择只能是 auto 或 none。"));
    }

    #[test]
    fn what_keeps_a_record_from_running_is_known_in_chinese() {
        let x = || "x".to_owned();
        let several = Missing::Obligation { operation: x(), of: vec![x(), x()] };
        let all = [
            Missing::Binding { status: x() },
            Missing::Contract { status: x() },
            Missing::Evidence { status: x() },
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
            assert!(of(RULES, &said).is_some(), "{said}");
        }
        assert_eq!(of(RULES, &several.to_string()).as_deref(), Some("`x` 需要 `x`、`x` 之一，但没有对应的输入"));
    }

    #[test]
    fn changes_are_known_by_the_sentences_of_the_diff() {
        let sentences: Vec<_> = What::all().map(What::sentence).collect();
        for (english, _) in CHANGES {
            assert!(sentences.contains(english), "{english}");
        }
    }
}
