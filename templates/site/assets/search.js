// The search box.

/** A name is the same in large and small letters, with `_` and with `-`. */
const flat = (text) => text.toLowerCase().replaceAll("_", "-");

/** Words in small letters, and every two Chinese characters that follow each other: as the index has them. */
function tokens(text) {
  const found = [];
  for (const word of flat(text).split(/[^\p{L}\p{N}-]+/u).filter(Boolean)) {
    const chinese = [...word].filter((c) => c > "\u007f");
    if (!chinese.length) found.push(word.replace(/^-+|-+$/g, ""));
    else found.push(...(word.match(/[a-z0-9]+/g) || []));
    if (!chinese.length) continue;
    if (chinese.length === 1) found.push(chinese[0]);
    else for (let at = 0; at + 1 < chinese.length; at++) found.push(chinese[at] + chinese[at + 1]);
  }
  return found.filter(Boolean);
}

/** The pages that have all words of a query, the last as the beginning of one; the best first. */
function find(index, query) {
  const words = tokens(query);
  if (!words.length) return [];
  let scores = null;
  for (const word of words) {
    const hits = new Map();
    const add = (term) => {
      // A title says most, unless much of its word is missing: "model" may mean "models", "sla" hardly means "slash".
      const titled = term.length <= word.length + 1 ? 8 : 4;
      for (const entry of index.terms[term] || []) {
        const score = (entry % 2 ? titled : 1) + (term === word ? 4 : 0);
        hits.set(entry >> 1, Math.max(hits.get(entry >> 1) || 0, score));
      }
    };
    for (const term of index.names) if (term.startsWith(word)) add(term);
    const before = scores;
    scores = new Map();
    for (const [page, score] of hits) if (!before || before.has(page)) scores.set(page, score + (before ? before.get(page) : 0));
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([number]) => index.pages[number]);
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
    let [found, failed] = [[], false];
    try {
      await load(page.index);
      const index = window.gatewrightIndex;
      index.names ||= Object.keys(index.terms);
      found = find(index, asked);
    } catch {
      failed = true;
    }
    if (asked !== input.value.trim()) return; // it took its time, and is old
    list(found.slice(0, MOST));
    const cut = found.length > MOST ? page.cut.replace("{}", MOST).replace("{}", found.length) : "";
    says.textContent = failed ? page.failed : found.length ? cut : page.nothing;
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
