//! Video guide in both languages.

use gatewright::Output;

use crate::site::{model, site};

/// Returns the table rows that contain some words, in the section of a heading.
fn rows<'a>(site: &'a Output, path: &str, heading: &str, words: &'a str) -> Vec<&'a str> {
    let page = site.get(path).expect("it is there");
    let (_, below) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{path} has {heading}"));
    let lines = below.lines().take_while(|it| !it.starts_with("##"));
    lines.filter(|it| it.starts_with("| ") && it.contains(words)).collect()
}

#[test]
fn assumptions_about_the_gateway_are_marked() {
    let (model, site) = (model(), site());
    let plain = |text: &str| text.replace(['`', '\\'], "");
    let english = rows(site, "guides/videos.md", "## Common pitfalls", "");
    for trap in model.traps() {
        let row = english
            .iter()
            .find(|it| plain(it).contains(&plain(trap.about.en().expect("English"))))
            .expect("each has a row");
        assert_eq!(row.contains("Assumption"), !trap.assumptions.is_empty(), "{row}");
        for assumption in &trap.assumptions {
            assert!(plain(row).contains(&plain(assumption.says.en().expect("English"))), "{row}");
        }
    }
    let ours = model.traps().filter(|it| !it.assumptions.is_empty()).count();
    let chinese = rows(site, "zh/guides/videos.md", "## 常见陷阱", "假设");
    assert_eq!((chinese.len(), ours > 3), (ours, true));
}

#[test]
fn thirty_seconds_in_total_are_marked_as_an_assumption() {
    let (model, site) = (model(), site());
    let assumptions = model.assumptions();
    let (of, _) = assumptions
        .iter()
        .find(|it| it.1.en().is_some_and(|it| it.contains("30 seconds total")))
        .expect("it is an assumption");
    assert_eq!(of, &["b25-full-reference", "b20-full-reference"]);
    assert_eq!(rows(site, "guides/assumptions.md", "## Single requests", "30 seconds total").len(), 1);
    assert_eq!(rows(site, "zh/guides/assumptions.md", "## 单个请求", "合计 30 秒").len(), 1);
}

#[test]
fn the_guide_helps_to_choose_a_request() {
    let (model, site) = (model(), site());
    for (request, wanted) in [
        ("a-text-to-video", ["| — |", "| width and height |", "| not selectable |"]),
        ("c-value-tier", ["| 3 to 15 s |", "| `720p`, `1080p` |", "| always |"]),
        ("c-standard-text-to-video", ["| — |", "`1280x720`", "| off by default |"]),
        ("d-native-audio-text", ["| 4 to 15 s |", "| `768P`, `2K` |", "| always (assumption) |"]),
    ] {
        let named = format!("[{request}]");
        let found = rows(site, "guides/videos.md", "### Text", &named);
        let row = found.first().unwrap_or_else(|| panic!("{request} begins with a text"));
        assert!(wanted.iter().all(|it| row.contains(it)), "{row}");
    }
    let frames = rows(site, "guides/videos.md", "### First frame", "[b25-first-frame]");
    assert!(frames[0].contains("| at least 3 s (assumption) | `480p`, `720p` | on by default |"), "{frames:?}");
    let clip = rows(site, "guides/videos.md", "### Video to edit", "[a-video-edit]");
    assert!(clip[0].contains("`1280*720`, `1920*1080` (assumption)"), "{clip:?}");
    let legacy = rows(site, "guides/videos.md", "### Text", "[d-legacy]");
    assert!(legacy[0].contains("| width and height (assumption) |"), "{legacy:?}");
    let path = "guides/videos.md";
    for (task, mark) in [("/v1/videos", false), ("/v1/video/generations", true)] {
        let status = rows(site, path, &format!("### `GET {task}/{{task_id}}`"), "status` |");
        assert_eq!(status[0].contains("assumption"), mark, "{status:?}");
    }
    let multi = rows(site, "guides/videos.md", "### References: images, videos, recordings", "[c-multi-image]");
    assert!(
        multi[0].contains("| 3 to 15 s | not selectable; `mode`: `std`, `pro`, `4k` | off by default |"),
        "a mode is no size: {multi:?}"
    );
    let text = model.operations_with_source(&gatewright::model::Source::Text).len();
    assert_eq!(rows(site, "guides/videos.md", "### Text", "](").len(), text);
    assert_eq!(rows(site, "zh/guides/videos.md", "### 文本", "](").len(), text);
    assert_eq!(rows(site, "zh/guides/videos.md", "### 文本", "| 3 到 15 秒 |").len(), 1);
}
