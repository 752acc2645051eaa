//! What comes back, field by field, in the words that pages and OpenAPI documents share.

use serde_json::{Value, json};

use crate::model::{Assumption, Kind, Reply, TaskShape};

/// A field of a reply.
pub(crate) struct ReplyField {
    /// Dots lead into objects, `[]` into the items of a list.
    pub(crate) place: String,
    pub(crate) kind: Kind,
    /// What it is, in English and Chinese.
    pub(crate) about: [String; 2],
}

fn field(place: &str, kind: Kind, about: [&str; 2]) -> ReplyField {
    ReplyField { place: place.to_owned(), kind, about: about.map(str::to_owned) }
}

fn always(place: &str, value: &str) -> ReplyField {
    let about = [format!("Always `{value}`."), format!("固定为 `{value}`。")];
    ReplyField { place: place.to_owned(), kind: Kind::Text, about }
}

/// The fields that the documents show, of every reply but those about tasks.
pub(crate) fn of(reply: Reply) -> Vec<ReplyField> {
    match reply {
        Reply::Social => vec![
            always("object", "social.result"),
            field("platform", Kind::Text, ["The platform's key.", "平台键。"]),
            field("capability", Kind::Text, ["The capability's name.", "能力名称。"]),
            field("data", Kind::Object, ["The platform's own fields.", "平台自己的字段。"]),
        ],
        Reply::Image => vec![
            field("created", Kind::Integer, ["When they were made.", "生成时间戳。"]),
            field("data", Kind::Many(Box::new(Kind::Object)), ["An entry for each picture.", "每张图片一项。"]),
            field("data[].url", Kind::Text, ["Where the picture is.", "图片地址。"]),
            field(
                "data[].b64_json",
                Kind::Text,
                [
                    "The picture itself, if it was asked for like that; else empty.",
                    "图片本身（若如此要求），否则为空。",
                ],
            ),
            field("metadata.success_count", Kind::Text, ["How many were made.", "成功的数量。"]),
            field("metadata.failed_count", Kind::Text, ["How many failed.", "失败的数量。"]),
        ],
        Reply::Transcript => vec![field("text", Kind::Text, ["What was said.", "所说的内容。"])],
        Reply::Dialogue(_) | Reply::Json | Reply::File | Reply::Session | Reply::Task => Vec::new(),
    }
}

/// The fields of an answer about a task.
pub(crate) fn of_task(shape: &TaskShape) -> Vec<ReplyField> {
    let text = |place: &String, about| field(place, Kind::Text, about);
    let mut all: Vec<_> = shape.task_id.iter().map(|it| text(it, ["The task's identifier.", "任务标识。"])).collect();
    all.extend(shape.constant.iter().filter(|(_, value)| !value.is_empty()).map(|(place, it)| ReplyField {
        place: place.clone(),
        kind: Kind::Text,
        about: [format!("`{it}`, unless the call failed."), format!("`{it}`，除非调用失败。")],
    }));
    all.extend(shape.model.iter().map(|it| text(it, ["The model that runs it.", "运行任务的模型。"])));
    all.push(status(shape));
    all.push(if shape.percent {
        text(&shape.progress, ["How far it is, as a text such as `100%`.", "进度，文本，如 `100%`。"])
    } else {
        field(&shape.progress, Kind::Number, ["How far it is, from 0 to 100.", "进度，从 0 到 100。"])
    });
    all.push(text(
        &shape.url,
        ["Where the file is, once it is done; the address can expire.", "完成后文件的地址，可能会过期。"],
    ));
    all.extend(
        shape.error_code.iter().map(|it| text(it, ["The provider's code, if it failed.", "失败时供应商的代码。"])),
    );
    let is_empty_else = shape.constant.iter().any(|(place, value)| *place == shape.error_text && value.is_empty());
    all.push(text(
        &shape.error_text,
        if is_empty_else {
            ["The provider's words, if it failed; else empty.", "失败时供应商的说明，否则为空。"]
        } else {
            ["The provider's words, if it failed.", "失败时供应商的说明。"]
        },
    ));
    all
}

/// The fields of the social catalog.
pub(crate) fn of_catalog() -> Vec<ReplyField> {
    let many = || Kind::Many(Box::new(Kind::Object));
    let text = |place: &str, about| field(place, Kind::Text, about);
    vec![
        field("cells", many(), ["One entry per endpoint.", "每个接口一项。"]),
        text("cells[].platform", ["Platform key.", "平台键。"]),
        text("cells[].capability", ["Capability name.", "能力名称。"]),
        text("cells[].model", ["Name in the usage log.", "用量日志中的名称。"]),
        text("cells[].method", ["HTTP method.", "HTTP 方法。"]),
        text("cells[].path", ["Path of the endpoint.", "接口路径。"]),
        field("cells[].params", many(), ["Parameters.", "参数。"]),
        text("cells[].params[].name", ["Name in the query string.", "查询字符串中的名称。"]),
        text("cells[].params[].type", ["`string`, `integer` or `boolean`.", "`string`、`integer` 或 `boolean`。"]),
        field("cells[].params[].required", Kind::Flag, ["Whether it is required.", "是否必填。"]),
        field("cells[].params[].default", Kind::Json, ["Default value.", "默认值。"]),
        field("cells[].params[].example", Kind::Json, ["Example value.", "示例值。"]),
        text("cells[].params[].description", ["Description in two languages.", "双语说明。"]),
        field(
            "cells[].require_one_of",
            Kind::Many(Box::new(Kind::Texts)),
            ["Groups of which at least one parameter must be given.", "至少须给出其一的参数组。"],
        ),
        field(
            "cells[].price_usd",
            Kind::Number,
            ["Price per successful call, in USD.", "每次成功调用的价格（美元）。"],
        ),
        text("cells[].unit", ["Unit of the price.", "计价单位。"]),
        text("cells[].status", ["`available` or `paused`.", "`available` 或 `paused`。"]),
    ]
}

/// The word for a task's state; one that only an assumption has is not told as a fact.
fn status(shape: &TaskShape) -> ReplyField {
    let (done, failed) = (&shape.done, &shape.failed);
    let queued = Assumption::none_about(&shape.assumptions, "queued").then_some(&shape.queued);
    let [en, zh] = match queued {
        Some(it) => [format!("`{it}`: it waits. "), format!("`{it}`：等待中。")],
        None => Default::default(),
    };
    ReplyField {
        place: shape.status.clone(),
        kind: Kind::Text,
        about: [
            format!("{en}`{done}`: it is done. `{failed}`: it failed. Any other word: it runs."),
            format!("{zh}`{done}`：已完成。`{failed}`：失败。其他任何词：运行中。"),
        ],
    }
}

/// The same as a JSON Schema.
pub(crate) fn schema(fields: &[ReplyField]) -> Value {
    let mut schema = json!({ "type": "object", "properties": {}, "additionalProperties": true });
    for field in fields {
        let mut property = match &field.kind {
            Kind::Many(one) => json!({ "type": "array", "items": plain(one) }),
            other => plain(other),
        };
        if field.kind == Kind::Object {
            property["additionalProperties"] = true.into();
        }
        property["description"] = field.about[0].clone().into();
        put(&mut schema, &field.place, property);
    }
    schema
}

fn plain(kind: &Kind) -> Value {
    match (kind, kind.json()) {
        (Kind::Texts, _) => json!({ "type": "array", "items": { "type": "string" } }),
        (_, Some(name)) => json!({ "type": name }),
        (_, None) => json!({}),
    }
}

fn put(schema: &mut Value, place: &str, property: Value) {
    let Some((first, rest)) = place.split_once('.') else {
        schema["properties"][place] = property;
        return;
    };
    match first.strip_suffix("[]") {
        Some(list) => put(&mut schema["properties"][list]["items"], rest, property),
        None => {
            let inner = &mut schema["properties"][first];
            if inner.is_null() {
                *inner = json!({ "type": "object" });
            }
            put(inner, rest, property);
        }
    }
}
