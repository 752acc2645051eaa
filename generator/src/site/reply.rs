//! What a call brings back.

use super::html::Html;
use super::lang::Lang;
use super::{params, snippet};
use crate::model::{Model, Operation, Reply};
use crate::replies::{self, ReplyField};

/// What a page says of a reply.
pub(super) struct View {
    /// What it is: the sentence for the twin, and for the page.
    pub(super) says: (String, Html),
    /// How a task is asked for.
    pub(super) asking: Option<String>,
    pub(super) fields: Vec<Field>,
}

/// A field that the documents show.
pub(super) struct Field {
    pub(super) place: String,
    pub(super) kind: String,
    pub(super) about: (String, Html),
}

pub(super) fn view(operation: &Operation, model: &Model, lang: Lang) -> View {
    let shape = model.interface_of(operation).and_then(|it| it.tasks.shapes.first());
    let shape = shape.filter(|_| operation.is_task());
    let fields = shape.map_or_else(|| replies::of(operation.reply), replies::of_task);
    View {
        says: both(says(operation.reply, lang), lang),
        asking: shape.map(|it| snippet::asking(it, &model.service)),
        fields: rows(fields, lang),
    }
}

/// Fields as a table shows them.
pub(super) fn rows(fields: Vec<ReplyField>, lang: Lang) -> Vec<Field> {
    let row = |it: ReplyField| {
        let [en, zh] = &it.about;
        Field { kind: params::kind(&it.kind, lang), about: both(lang.pick(en, zh), lang), place: it.place }
    };
    fields.into_iter().map(row).collect()
}

/// For the twin, and for the page.
fn both(text: &str, lang: Lang) -> (String, Html) {
    (text.to_owned(), lang.own(text).prose())
}

fn says(reply: Reply, lang: Lang) -> &'static str {
    match reply {
        Reply::Social => lang.pick(
            "JSON: an envelope around the platform's own fields, which are not published. In Rust `reply.data` has them, and `reply.data_as()` reads them into a type of yours.",
            "JSON：一个信封，内含平台自己的字段（未公布）。在 Rust 中由 `reply.data` 给出，`reply.data_as()` 可读入您自己的类型。",
        ),
        Reply::Dialogue(_) => lang.pick(
            "JSON in the public format of this name; the documents of the service show none of its fields. In Rust `reply.text()` is what was said, and `reply.usage` what was counted.",
            "该名称的公开格式的 JSON；服务的文档没有给出任何字段。在 Rust 中 `reply.text()` 是所说的内容，`reply.usage` 是计数。",
        ),
        Reply::Json => lang.pick("JSON, of which no field is published.", "JSON，字段均未公布。"),
        Reply::Image => lang.pick("JSON, with an entry for each picture.", "JSON，每张图片一项。"),
        Reply::Transcript => lang.pick("JSON, with the text.", "JSON，含文本。"),
        Reply::File => lang.pick("The sound itself, and no JSON.", "音频本身，不是 JSON。"),
        Reply::Session => lang.pick("A connection that stays open.", "一个保持打开的连接。"),
        Reply::Task => lang.pick(
            "JSON that says how the task stands, at once and whenever it is asked for. `$TASK_ID` is the identifier in the reply to the submission: ask with it on the same path until the task is done or failed, which costs nothing. Then `curl --output clip.mp4 \"$URL\"` with the address in the reply fetches the file, without the key.",
            "JSON，说明任务的状态：提交时立即返回，之后可随时查询。`$TASK_ID` 是提交回复中的任务标识：用它在同一路径上查询，直到完成或失败，查询不收费。然后用回复中的地址执行 `curl --output clip.mp4 \"$URL\"` 取回文件，无需密钥。",
        ),
    }
}
