//! Icons, as inline SVG in the color of the text.

use super::html::Html;

/// Shapes by name, on a grid of 24 units; strokes only.
const ICONS: [(&str, &str); 15] = [
    ("book", "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11"),
    ("chat", "M4 5h16v11h-8l-5 4v-4H4z"),
    ("chart", "M4 20h16M7 16v-5M12 16V6M17 16v-8"),
    ("close", "M6 6l12 12M18 6L6 18"),
    ("code", "M8 7l-5 5 5 5M16 7l5 5-5 5"),
    ("copy", "M9 9h11v11H9zM5 15H4V4h11v1"),
    ("edit", "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4"),
    ("image", "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01"),
    ("link", "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"),
    ("menu", "M4 7h16M4 12h16M4 17h16"),
    ("model", "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5"),
    ("people", "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M18 14a6 6 0 0 1 3 5"),
    ("shield", "M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4"),
    ("sound", "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6"),
    ("video", "M4 6h11v12H4zM15 11l5-3v8l-5-3"),
];

/// Returns an icon. Its meaning must be in the text next to it, or in the label of its link.
pub(super) fn icon(name: &str) -> Html {
    let shape = ICONS.iter().find(|it| it.0 == name).map_or("", |it| it.1);
    Html::of_our_own(format!(
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{shape}\"/></svg>"
    ))
}
