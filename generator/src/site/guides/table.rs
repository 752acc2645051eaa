//! The guides: name, subject, title and summary.

use crate::model::Model;
use crate::site::lang::Lang;

use Subject::{Assumptions, Client, Interface, Records};

/// A guide: its name and what it is about, then title and summary in both languages.
pub(in crate::site) struct Guide {
    pub(in crate::site) name: &'static str,
    pub(super) subject: Subject,
    titles: [&'static str; 2],
    abouts: [&'static str; 2],
}

/// What a guide is about.
pub(super) enum Subject {
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

    pub(in crate::site) const fn title(&self, lang: Lang) -> &'static str {
        lang.pick(self.titles[0], self.titles[1])
    }

    pub(in crate::site) const fn about(&self, lang: Lang) -> &'static str {
        lang.pick(self.abouts[0], self.abouts[1])
    }
}

/// In the order in which they are read.
pub(super) static GUIDES: [Guide; 16] = [
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
pub(in crate::site) fn all(model: &Model) -> Vec<&'static Guide> {
    GUIDES.iter().filter(|it| it.applies(model)).collect()
}
