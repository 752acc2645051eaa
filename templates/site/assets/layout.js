// Sidebar, contents, tabs of code, and the page as Markdown.

/** The sidebar begins where the current page is. */
function sidebar() {
  const bar = one(".sidebar");
  const here = one('[aria-current="page"]', bar) || one("[aria-current]", bar);
  const place = () => here && (bar.scrollTop = here.offsetTop - bar.clientHeight / 3);
  place();
  bar.addEventListener("toggle", place); // in the drawer it has a size only when it is open
}

/** Marks the section that is being read. */
function contents() {
  const links = all(".contents a");
  const heads = links.map((it) => document.getElementById(decodeURIComponent(it.hash.slice(1))));
  if (!links.length) return;
  const mark = () => {
    const at = Math.max(0, heads.findLastIndex((it) => it && it.getBoundingClientRect().top < 120));
    links.forEach((it, number) => {
      if (number === at) it.setAttribute("aria-current", "location");
      else it.removeAttribute("aria-current");
    });
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** One example in several languages: one is shown, and the choice is kept for other pages. */
function tabs() {
  const groups = all(".tabs").map((group, number) => tabGroup(group, number)).filter(Boolean);
  const show = (name) => groups.forEach((it) => it.show(name));
  for (const group of groups) {
    group.chosen = (name) => {
      show(name);
      try {
        localStorage.setItem("code", name);
      } catch {
        // It holds for this page, then.
      }
    };
  }
  try {
    show(localStorage.getItem("code"));
  } catch {
    // Storage may be off: the first language it is.
  }
}

function tabGroup(group, number) {
  const panels = all(".snippet", group);
  if (panels.length < 2) return null;
  const names = panels.map((it) => one("h3", it).textContent);
  const list = element("div", "", { role: "tablist", "aria-label": page.languages });
  const made = { chosen: () => {} };
  const buttons = panels.map((panel, at) => {
    const [id, tab] = [`code-${number}-${at}`, `tab-${number}-${at}`];
    const button = element("button", names[at], { type: "button", role: "tab", id: tab, "aria-controls": id });
    for (const [key, value] of Object.entries({ id, role: "tabpanel", "aria-labelledby": tab })) panel.setAttribute(key, value);
    one("h3", panel).hidden = true;
    button.addEventListener("click", () => made.chosen(names[at]));
    return button;
  });
  made.show = (name) => {
    const at = Math.max(0, names.indexOf(name));
    panels.forEach((it, other) => (it.hidden = other !== at));
    buttons.forEach((it, other) => {
      it.setAttribute("aria-selected", String(other === at));
      it.tabIndex = other === at ? 0 : -1;
    });
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    made.chosen(names[next]);
    buttons[next].focus();
  });
  made.show(names[0]);
  list.append(...buttons);
  group.prepend(list);
  return made;
}

/** The Markdown version, to be pasted elsewhere. Pages opened as files cannot read it: they only link to it. */
function copyPage() {
  const button = one(".copy-page");
  if (!button || location.protocol === "file:") return;
  button.hidden = false;
  const label = button.lastChild;
  const says = label.textContent;
  button.addEventListener("click", async () => {
    try {
      const answer = await fetch(button.dataset.twin);
      if (!answer.ok) throw new Error(String(answer.status));
      await navigator.clipboard.writeText(await answer.text());
    } catch {
      location.href = button.dataset.twin;
      return;
    }
    label.textContent = page.copied;
    setTimeout(() => (label.textContent = says), 1500);
  });
}
