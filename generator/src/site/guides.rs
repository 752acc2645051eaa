//! What people wrote: guides in Markdown, filled in from the model.

use askama::Template;

use super::chooser::{self, Choice};
use super::filters;
use super::lang::Lang;
use super::page::{Card, Frame, Page, Role, Section, Site, render};
use super::prose::{Prose, prose};
use super::{reply, snippet};
use crate::example;
use crate::model::{Model, Source, TaskShape};
use crate::replies;

use Subject::{Assumptions, Client, Interface, Records};

/// A guide: its name and what it is about, then title and summary in both languages.
pub(super) struct Guide {
    pub(super) name: &'static str,
    subject: Subject,
    titles: [&'static str; 2],
    abouts: [&'static str; 2],
}

/// What a guide is about.
enum Subject {
    /// The client as a whole.
    Client,
    /// An interface, by its module.
    Interface(&'static str),
    /// Workflow records.
    Records,
    /// Rules that other pages have, too.
    Assumptions,
}

const fn guide(name: &'static str, subject: Subject, titles: [&'static str; 2], abouts: [&'static str; 2]) -> Guide {
    Guide { name, subject, titles, abouts }
}

impl Guide {
    /// Whether it is about something that there is.
    fn applies(&self, model: &Model) -> bool {
        match self.subject {
            Client | Assumptions => true,
            Interface(module) => model.interfaces.iter().any(|it| it.module == module),
            Records => !model.records.is_empty(),
        }
    }

    pub(super) const fn title(&self, lang: Lang) -> &'static str {
        lang.pick(self.titles[0], self.titles[1])
    }

    pub(super) const fn about(&self, lang: Lang) -> &'static str {
        lang.pick(self.abouts[0], self.abouts[1])
    }
}

/// In the order in which they are read.
static GUIDES: [Guide; 16] = [
    guide(
        "start",
        Client,
        ["First steps", "入门"],
        ["Install the client and make the first call.", "安装客户端并发出第一次调用。"],
    ),
    guide(
        "authentication",
        Client,
        ["Authentication", "认证"],
        ["One key, and where it goes.", "一个密钥，以及它会发往哪里。"],
    ),
    guide(
        "use",
        Client,
        ["Acceptable use", "合理使用"],
        [
            "What the service may be used for, who may call, and what it does not promise.",
            "服务的用途、谁可以调用，以及它不作的承诺。",
        ],
    ),
    guide(
        "chat",
        Interface("chat"),
        ["Chat", "对话"],
        ["Three formats, streams, tools and structured replies.", "三种格式、流、工具与结构化回复。"],
    ),
    guide(
        "images",
        Interface("image"),
        ["Images", "图像"],
        ["Draw pictures, change them, save them.", "生成、编辑与保存图像。"],
    ),
    guide(
        "audio",
        Interface("audio"),
        ["Speech and transcription", "语音与转写"],
        ["Say a text, write down a recording.", "朗读文本，转写录音。"],
    ),
    guide(
        "realtime",
        Interface("realtime"),
        ["Realtime sessions", "实时会话"],
        ["A WebSocket whose frames are yours.", "帧由您决定的 WebSocket。"],
    ),
    guide(
        "videos",
        Interface("video"),
        ["Videos", "视频"],
        ["Which request to make, and how to get its result.", "该用哪种请求，以及如何取回任务的结果。"],
    ),
    guide(
        "workflows",
        Records,
        ["Workflow records", "工作流记录"],
        [
            "Read one, check it, run it: asked before, gone on with, never begun anew by itself.",
            "读取、检查并运行记录：事先询问，接续同一任务，绝不自行重来。",
        ],
    ),
    guide(
        "errors",
        Client,
        ["Errors", "错误"],
        ["What can go wrong, and what was charged.", "可能出错的地方，以及是否计费。"],
    ),
    guide(
        "limits",
        Client,
        ["Limits", "限制"],
        ["Time and size, of the client and of the service.", "客户端与服务在时间和大小上的限制。"],
    ),
    guide(
        "billing",
        Client,
        ["Billing", "计费"],
        ["What is counted, and what stays unknown.", "按什么计费，以及哪些仍然未知。"],
    ),
    guide("budgets", Client, ["Budgets", "预算"], ["A sum that is never passed.", "绝不会超出的金额。"]),
    guide(
        "assumptions",
        Assumptions,
        ["Assumptions", "假设"],
        ["Rules of the client that the documents do not show.", "文档没有说明的客户端规则。"],
    ),
    guide(
        "mock",
        Client,
        ["Testing with the mock gateway", "使用模拟网关测试"],
        ["A gateway on your own machine.", "您自己机器上的网关。"],
    ),
    guide(
        "features",
        Client,
        ["Which Cargo feature do I need?", "我需要哪个 Cargo 特性？"],
        ["One for each platform and interface.", "每个平台和接口一个。"],
    ),
];

/// Those that are about something that there is.
pub(super) fn all(model: &Model) -> Vec<&'static Guide> {
    GUIDES.iter().filter(|it| it.applies(model)).collect()
}

/// All guides, by a template that knows each of them.
#[derive(Template)]
#[template(path = "site/guide.md")]
struct Written<'a> {
    name: &'a str,
    zh: bool,
    lang: Lang,
    model: &'a Model,
    library: &'a str,
    chat: String,
    image: String,
    speech: String,
    transcription: String,
    realtime: String,
    /// A request for a video, behind `client.videos()`.
    video_call: String,
    /// A model that makes a video from text.
    clip_model: &'a str,
    sources: [(Source, &'static str); 4],
}

/// What is known of tasks on a path.
struct Answer {
    path: String,
    curl: String,
    fields: Vec<reply::Field>,
}

impl<'a> Written<'a> {
    fn choices(&self, source: &Source) -> Vec<Choice<'a>> {
        chooser::choices(self.model, source, self.lang)
    }

    /// How tasks are asked for, and what comes back, on each of their paths.
    fn answers(&self) -> Vec<Answer> {
        let shapes = self.model.interfaces.iter().flat_map(|it| &it.tasks.shapes);
        let answer = |shape: &TaskShape| Answer {
            path: shape.path.clone(),
            curl: snippet::asking(shape, &self.model.service),
            fields: reply::rows(replies::of_task(shape), self.lang),
        };
        shapes.map(answer).collect()
    }

    /// A sentence of the specs in the language of the page, which may hold code.
    fn say(&self, english: &str) -> String {
        filters::in_note(&self.lang.english(english).text)
    }
}

#[derive(Template)]
#[template(path = "site/guides.html")]
struct ListHtml<'a> {
    frame: Frame<'a>,
    guides: &'a [(String, &'a str, &'a str)],
    interfaces: &'a [Card<'a>],
}

#[derive(Template)]
#[template(path = "site/guides.md")]
struct ListMarkdown<'a> {
    frame: &'a Frame<'a>,
    guides: &'a [(String, &'a str, &'a str)],
    interfaces: &'a [Card<'a>],
}

pub(super) fn page(site: &Site<'_>, guide: &Guide, lang: Lang) -> Page {
    let (title, about) = (guide.title(lang).to_owned(), guide.about(lang).to_owned());
    let (path, text) = (format!("guides/{}", guide.name), written(site.model, guide.name, lang));
    let page = prose(site, lang, Prose { path, title, about, text, indexable: true, part_of: None });
    match guide.subject {
        Assumptions => Page { role: Role::List, words: Vec::new(), ..page },
        _ => page,
    }
}

/// The list of them.
pub(super) fn list(site: &Site<'_>, lang: Lang) -> Page {
    let words = lang.words();
    let guides: Vec<_> =
        all(site.model).iter().map(|it| (format!("guides/{}", it.name), it.title(lang), it.about(lang))).collect();
    let interfaces = site.interfaces(lang);
    let about = lang.pick("How the client is used, and what the service's rules are.", "客户端的用法与服务的规则。");
    let frame = Frame::new(site, lang, "guides", Section::Guides, words.guides.to_owned(), about.to_owned());
    let markdown = render(&ListMarkdown { frame: &frame, guides: &guides, interfaces: &interfaces });
    let html = render(&ListHtml { frame, guides: &guides, interfaces: &interfaces });
    Page {
        path: "guides".into(),
        title: words.guides.into(),
        about: about.into(),
        role: Role::List,
        group: words.guides,
        words: Vec::new(),
        html,
        markdown,
    }
}

fn written(model: &Model, name: &str, lang: Lang) -> String {
    let library = &model.client.library;
    let constant = |module: &str| {
        let kind = model.service.endpoint_types.iter().find(|it| it.module == module);
        match kind.and_then(|it| model.sample_of(it)) {
            Some(known) => format!("models::{module}::{}", known.constant),
            None => format!("{library}::{}::unchecked(\"a-model\")", kind.map_or("ChatModel".into(), |it| it.models())),
        }
    };
    render(&Written {
        name,
        zh: lang == Lang::Zh,
        lang,
        model,
        library,
        chat: constant("chat"),
        image: constant("image"),
        speech: constant("speech"),
        transcription: constant("transcription"),
        realtime: constant("realtime"),
        video_call: video_call(model),
        clip_model: model.clip_model(),
        sources: [
            (Source::Text, lang.pick("A text", "一段文本")),
            (Source::FirstFrame, lang.pick("A picture to begin with", "一张作为首帧的图")),
            (
                Source::References,
                lang.pick("Things to go by: pictures, clips, recordings", "参考素材：图片、片段、录音"),
            ),
            (Source::Clip, lang.pick("A clip to change", "一个待编辑的片段")),
        ],
    })
}

/// The first request there is that begins with a text.
fn video_call(model: &Model) -> String {
    let Some(first) = model.begun_with(&Source::Text).into_iter().next() else { return String::new() };
    let call = example::of_model(first, model.sample_for(first), model)
        .call
        .replace(&format!("{}::", model.client.library), "");
    call.split_once("().").map_or(call.clone(), |(_, call)| call.to_owned())
}

#[cfg(test)]
mod tests;
