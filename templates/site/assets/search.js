// The search box.

/** A name is the same in large and small letters, with `_` and with `-`; a number however it is grouped. */
const flat = (text) => text.toLowerCase().replaceAll("_", "-").replace(/(\d)[,\u202f](?=\d{3})/g, "$1");

/** Words, and every two Chinese characters that follow each other: as the index has them. */
function tokens(text) {
  const found = [];
  for (const word of flat(text).split(/[^\p{L}\p{N}-]+/u)) {
    const chinese = [...word].filter((c) => c > "\u007f");
    if (chinese.length) found.push(...(word.match(/[a-z0-9]+/g) || []));
    else found.push(word.replace(/^-+|-+$/g, ""));
    if (chinese.length === 1) found.push(chinese[0]);
    for (let at = 1; at < chinese.length; at++) found.push(chinese[at - 1] + chinese[at]);
  }
  return found.filter(Boolean);
}

/** So many results are looked through; more words find fewer. */
const MOST = 24;

function searching() {
  const box = one(".search");
  const input = one("#search");
  const panel = one(".found", box);
  const results = one("#results");
  const says = one("[role=status]", panel);
  let options = [];
  let chosen = -1;
  box.hidden = false;

  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (number) => {
    if (!options.length) return;
    chosen = (number + options.length) % options.length;
    options.forEach((it, at) => it.setAttribute("aria-selected", String(at === chosen)));
    input.setAttribute("aria-activedescendant", options[chosen].id);
    options[chosen].scrollIntoView({ block: "nearest" });
  };
  const list = (found) => {
    options = [];
    results.replaceChildren();
    for (const name of new Set(found.map((it) => it[2]))) {
      const group = element("div", "", { role: "group", "aria-label": name });
      group.append(element("div", name, { class: "heading", role: "presentation" }));
      for (const [title, path, , about] of found.filter((it) => it[2] === name)) {
        const link = element("a", title, { role: "option", id: `result-${options.length}`, href: `${page.home}${path}.html`, tabindex: "-1", "aria-selected": "false" });
        if (about && about !== title) link.append(element("small", about));
        group.append(link);
        options.push(link);
      }
      results.append(group);
    }
  };
  const show = async () => {
    const asked = input.value.trim();
    if (!asked) return close();
    let [found, notes, failed] = [[], [], false];
    try {
      await load(page.index);
      const index = window.gatewrightIndex;
      index.names ||= Object.keys(index.terms);
      [found, notes] = find(index, asked);
    } catch {
      failed = true;
    }
    if (asked !== input.value.trim()) return; // it took its time, and is old
    list(found.slice(0, MOST));
    if (found.length > MOST) notes.push(page.cut.replace("{$shown}", MOST).replace("{$found}", found.length));
    says.textContent = failed ? page.failed : found.length ? notes.join(" ") : page.nothing;
    close();
    panel.hidden = false;
    results.hidden = !options.length;
    input.setAttribute("aria-expanded", String(!results.hidden));
    choose(0);
  };

  input.addEventListener("focus", () => load(page.index).catch(() => {}));
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // the key is for the input method
    const closed = panel.hidden;
    if (event.key === "Tab") return close();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (closed) show();
      else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && options[chosen] && !closed) location.href = options[chosen].href;
    else if (event.key === "Escape") {
      if (closed) input.blur();
      close();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
    show();
  });
  document.addEventListener("click", (event) => {
    if (!box.contains(event.target)) close();
  });
}
