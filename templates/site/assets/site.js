// Everything here makes pages easier to use; without it all of them can be read.
"use strict";

const page = document.body.dataset;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector, within = document) => within.querySelector(selector);

/** An element with text in it: what comes from a catalog is text, never markup. */
function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A script, once: pages opened as files can load one, and nothing else. */
const loaded = new Map();
function load(source) {
  if (!loaded.has(source)) {
    loaded.set(source, new Promise((resolve, reject) => {
      const script = element("script", "", { src: source });
      script.onload = resolve;
      script.onerror = () => {
        loaded.delete(source); // it may work the next time
        reject(new Error(source));
      };
      document.head.append(script);
    }));
  }
  return loaded.get(source);
}

/** What a page is set to, kept behind the `#` of its address. */
const state = {
  read: () => new URLSearchParams(location.hash.slice(1)),
  /** Typing replaces what is there, so that one step back is one choice back. */
  write(values, typing = false) {
    const next = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) if (value) next.set(key, value);
    const text = `#${next}`;
    if (text === (location.hash || "#")) return;
    // An empty one would leave a lone # behind, and scroll to the top.
    history[typing ? "replaceState" : "pushState"](null, "", text === "#" ? location.href.split("#")[0] : text);
  },
};

/** One of two themes; the system's own is not a choice that is kept. */
function theme() {
  const button = one("button.theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const next = (root.dataset.theme || system) === "dark" ? "light" : "dark";
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === system) localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {
      // It holds for this page, then.
    }
  });
}

/** The page in the other language is set to the same. */
function language() {
  const link = one("a.language");
  for (const kind of ["click", "auxclick"]) link.addEventListener(kind, () => (link.hash = location.hash));
}

function copying() {
  for (const button of all("button.copy")) {
    button.hidden = false;
    const says = button.textContent;
    button.addEventListener("click", async () => {
      const code = one("pre code", button.parentElement);
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        // Pages opened as files have no clipboard of their own: the old way.
        const range = document.createRange();
        range.selectNodeContents(code);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
      }
      button.textContent = page.copied;
      setTimeout(() => (button.textContent = says), 1500);
    });
  }
}

/** A name is the same in large and small letters, with `_` and with `-`. */
const flat = (text) => text.toLowerCase().replaceAll("_", "-");

/** Words in small letters, and every two Chinese characters that follow each other: as the index has them. */
function tokens(text) {
  const found = [];
  for (const word of flat(text).split(/[^\p{L}\p{N}-]+/u).filter(Boolean)) {
    const chinese = [...word].filter((c) => c > "\u007f");
    if (!chinese.length) found.push(word.replace(/^-+|-+$/g, ""));
    else if (chinese.length === 1) found.push(chinese[0]);
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
    const add = (term, exact) => {
      for (const entry of index.terms[term] || []) {
        const score = (entry % 2 ? 8 : 1) + (exact ? 4 : 0);
        hits.set(entry >> 1, Math.max(hits.get(entry >> 1) || 0, score));
      }
    };
    for (const term of index.names) if (term.startsWith(word)) add(term, term === word);
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

/** A text that was encoded for the address; one that was not is taken as it is. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Says of a field whether it can be read. */
function mark(field, wrong) {
  const message = one(".error", field.parentElement);
  message.hidden = !wrong;
  if (wrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/** The table of models: sorted, filtered and compared, all of it in the address. */
function models() {
  const table = one("#models");
  if (!table) return;
  const form = one("form.filters");
  const rows = all("tbody tr", table);
  const heads = all("th[data-sort]", table);
  const count = one("[data-count]");
  const bar = one(".chosen");
  const ticks = all("td.tick input", table);
  let sorted = "";
  form.hidden = false;
  all(".tick", table).forEach((it) => (it.hidden = false));

  const current = () => Object.fromEntries(state.read());
  for (const head of heads) {
    const button = element("button", head.textContent, { type: "button" });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      state.write({ ...current(), sort: (down ? "-" : "") + head.dataset.sort });
      apply();
    });
  }
  /** The rows to compare: of an address that names others, or more than four, those that there are. */
  const chosen = () => {
    const names = (state.read().get("compare") || "").split(",").map(decoded);
    return [...new Set(names)].map((name) => rows.find((it) => it.dataset.name === name)).filter(Boolean).slice(0, 4);
  };
  const choose = (names) => {
    state.write({ ...current(), compare: names.map(encodeURIComponent).join(",") });
    apply();
  };
  const matches = (row, wanted, context) => {
    const has = (list, value) => !value || list.split("|").includes(value);
    return (
      tokens(wanted.q || "").every((word) => flat(row.textContent).includes(word)) &&
      has(row.dataset.type, wanted.type) && has(row.dataset.modality, wanted.modality) &&
      has(row.dataset.capability, wanted.capability) && has(row.dataset.unit, wanted.unit) &&
      (!context || BigInt(row.dataset.context || 0) * ONE >= context)
    );
  };
  const order = (key, down) => (a, b) => {
    const [x, y] = [a.dataset[key], b.dataset[key]];
    // What is not known comes last, whichever way the rest is sorted; prices are compared with those of their unit.
    if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
    if (key === "price" && a.dataset.per !== b.dataset.per) return a.dataset.per.localeCompare(b.dataset.per, "en");
    const numbers = key === "price" || key === "context";
    return (numbers ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true })) * (down ? -1 : 1);
  };
  /** Rows are moved only when they have to be: what is in focus stays there, and the page where it is. */
  function sort(by) {
    const key = by.replace(/^-/, "");
    const down = by.startsWith("-");
    for (const head of heads) {
      if (head.dataset.sort === key) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    if (by === sorted) return;
    sorted = by;
    const known = heads.some((it) => it.dataset.sort === key);
    table.tBodies[0].append(...(known ? [...rows].sort(order(key, down)) : rows));
  }
  function apply() {
    const wanted = current();
    for (const field of form.elements) {
      if (!field.name) continue;
      field.value = wanted[field.name] || "";
      // A value that is not on offer filters nothing.
      if (field.localName === "select" && field.value !== wanted[field.name]) wanted[field.name] = field.value = "";
    }
    const context = decimal(wanted.context);
    mark(form.elements.context, Boolean(wanted.context) && context === null);
    sort(wanted.sort || "");
    for (const row of rows) row.hidden = !matches(row, wanted, context);
    const shown = rows.filter((it) => !it.hidden).length;
    count.textContent = shown ? `${shown} / ${rows.length} ${count.dataset.count}` : count.dataset.none;
    const some = chosen();
    for (const tick of ticks) {
      tick.checked = some.some((it) => it.dataset.name === tick.value);
      tick.disabled = !tick.checked && some.length >= 4;
    }
    bar.hidden = !some.length;
    one("[role=status]", bar).textContent = (some.length < 2 ? bar.dataset.one : bar.dataset.some).replace("{}", some.length);
    one(".go", bar).hidden = some.length < 2;
    compare(some);
  }
  form.addEventListener("input", (event) => {
    const wanted = current();
    for (const field of form.elements) if (field.name) wanted[field.name] = field.value;
    state.write(wanted, event.target.localName === "input");
    apply();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    const { sort, compare } = current();
    state.write({ sort, compare });
    apply();
  });
  table.addEventListener("change", (event) => {
    if (event.target.closest("td.tick")) choose(ticks.filter((it) => it.checked).map((it) => it.value));
  });
  one(".go", bar).addEventListener("click", () => one("#compare h2").focus());
  one(".clear", bar).addEventListener("click", () => {
    choose([]);
    one("button", heads[0]).focus({ preventScroll: true }); // the bar is gone
  });
  addEventListener("popstate", apply);
  apply();
}

/** Rows of the table side by side: the same cells, turned around. */
function compare(rows) {
  const place = one("#compare");
  place.hidden = rows.length < 2;
  const cells = rows.map((row) => all("[data-label]", row));
  const copy = (cell, kind, attributes) => {
    const made = element(kind, "", attributes);
    made.append(...[...cell.childNodes].map((it) => it.cloneNode(true)));
    return made;
  };
  const head = element("tr");
  head.append(element("td"), ...rows.map((row) => copy(one("th", row), "th", { scope: "col" })));
  const lines = place.hidden ? [] : cells[0].map((first, at) => {
    const line = element("tr");
    line.append(element("th", first.dataset.label, { scope: "row" }), ...cells.map((it) => copy(it[at], "td")));
    return line;
  });
  one("thead", place).replaceChildren(head);
  one("tbody", place).replaceChildren(...lines);
}

/** Decimal numbers without rounding: as whole numbers of 10⁻¹⁸. */
const ONE = 10n ** 18n;
/** As people write them: 1,000,000 or 1 000 000, 1.5, 100k, 2M. Anything else is `null`, never a guess. */
function decimal(text) {
  const parts = /^(\d*|\d{1,3}(?:[,_\s]\d{3})+)(?:\.(\d{0,18}))?\s?([km]?)$/i.exec((text || "").trim());
  if (!parts || !(parts[1] || parts[2])) return null;
  const number = BigInt(parts[1].replace(/\D/g, "") || "0") * ONE + BigInt((parts[2] || "").padEnd(18, "0"));
  return number * { "": 1n, k: 1000n, m: 1000000n }[parts[3].toLowerCase()];
}
function shown(attos) {
  const text = attos.toString().padStart(19, "0");
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, "") || "0";
}

/**
 * What a call costs, or why nobody knows: by the first tier whose conditions hold, and of each price by the first whose
 * unit is known. The order of both comes with the data, from the client's own rules.
 */
function cost(model, quantities, units, holds) {
  const context = model.tiers[0].faces.filter((it) => it.context).reduce((sum, it) => sum + (quantities[it.name] || 0n), 0n);
  const fits = (it) => ("says" in it ? holds(it.says) : context > BigInt(it.context_longer_than) * ONE);
  const counted = model.tiers[0].faces.filter((it) => quantities[it.name]);
  if (!counted.length) return { why: "enter" };
  if (model.tiers.some((it) => it.unreadable)) return { why: "conditions" };
  const fitting = model.tiers.filter((tier) => tier.when.every(fits));
  if (fitting.slice(1).some((it) => fitting[0].rivals.includes(model.tiers.indexOf(it)))) return { why: "conditions" };
  let sum = 0n;
  for (const face of fitting[0].faces) {
    const quantity = quantities[face.name] || 0n;
    if (quantity === 0n) continue;
    if (!face.rates.length) return { why: "number", of: face.name };
    const rate = face.rates.find(([unit]) => units[unit] !== null);
    if (!rate) return { why: "unit", of: face.rates.map(([unit]) => unit).join(", ") };
    sum += units[rate[0]] * decimal(rate[1]) * quantity * (face.million ? 1n : 10n ** 6n);
  }
  // Divided once, and rounded up: seconds of sound were counted as if they were minutes.
  const by = ONE * ONE * 10n ** 6n * (model.unit === "audio_duration" ? 60n : 1n);
  return { sum: (sum + by - 1n) / by };
}

async function calculator() {
  const form = one("#calculator");
  if (!form) return;
  await load(page.models);
  const data = window.gatewrightModels;
  const says = form.dataset;
  const [amounts, conditions] = [one(".quantities", form), one(".conditions", form)];
  const names = ["model_ratio", "model_price", "book_faces"];
  form.hidden = false;

  const unitOf = (model) => ({ characters: says.characters, audio_duration: says.seconds, per_second: says.seconds, per_call: says.calls })[model.unit] || says.tokens;
  const field = (name, label, value) => {
    const made = element("label", `${label} `);
    made.append(element("input", "", { name, value, inputmode: "decimal", autocomplete: "off" }), element("span", says.unreadable, { class: "error", hidden: "" }));
    return made;
  };
  function build(model, wanted) {
    const faces = model.tiers[0].faces.filter((it) => model.tiers.some((tier) => tier.faces.find((face) => face.name === it.name).rates.length));
    const one = (faces.length ? faces : model.tiers[0].faces).map((it) => field(`of_${it.name}`, `${it.name.replaceAll("_", " ")}, ${unitOf(model)}`, wanted.get(`of_${it.name}`) || ""));
    amounts.replaceChildren(amounts.firstElementChild, ...one);
    const all = model.tiers.flatMap((it) => it.when).filter((it) => it.says);
    const when = all.filter((it, at) => all.findIndex((other) => other.says === it.says) === at);
    conditions.replaceChildren(conditions.firstElementChild, ...when.map((it, at) => {
      const label = element("label", "", { class: "tick" });
      const tick = element("input", "", { type: "checkbox", name: `when_${at}`, value: it.says });
      tick.checked = wanted.get(`when_${at}`) === it.says;
      label.append(tick, element("span", it[document.documentElement.lang] || it.says));
      return label;
    }));
    conditions.hidden = !when.length;
  }
  function apply() {
    const wanted = state.read();
    const model = data.models.find((it) => it.name === wanted.get("model")) || data.models[0];
    if (!model) return;
    form.elements.model.value = model.name;
    for (const name of names) form.elements[name].value = wanted.get(name) || data.units[name] || "";
    build(model, wanted);
    say(model);
  }
  function say(model) {
    const quantities = {};
    let wrong = false;
    const read = (input) => {
      const value = decimal(input.value);
      const bad = value === null && input.value.trim() !== "";
      mark(input, bad);
      wrong ||= bad;
      return value;
    };
    for (const face of model.tiers[0].faces) {
      const input = form.elements[`of_${face.name}`];
      let value = (input && read(input)) || 0n;
      // Sound is billed by whole seconds, as so many tokens a minute.
      if (model.unit === "audio_duration") value = ((value + ONE - 1n) / ONE) * ONE * BigInt(data.audio_tokens_a_minute);
      quantities[face.name] = value;
    }
    const units = Object.fromEntries(names.map((name) => [name, read(form.elements[name])]));
    const ticked = all("input:checked", conditions).map((it) => it.value);
    const found = wrong ? { why: "wrong" } : cost(model, quantities, units, (it) => ticked.includes(it));
    const asked = found.why === "enter" || found.why === "wrong";
    const output = form.elements.cost;
    output.value = found.why ? (asked ? says[found.why] : says.unknown) : `${shown(found.sum)} USD`;
    output.classList.toggle("none", Boolean(found.why));
    const why = asked || !found.why ? [] : [says[found.why].replace("{}", found.of)];
    if (found.why === "unit" && model.price) why.push(says.listed.replace("{}", model.price));
    one(".why", form).textContent = why.join(" ");
  }
  form.addEventListener("input", (event) => {
    // What another model counts is kept for when it is chosen again; conditions are a model's own.
    const kept = [...state.read()].filter(([name]) => !name.startsWith("when_"));
    const given = [...new FormData(form)].filter(([name]) => event.target.name !== "model" || !name.startsWith("when_"));
    state.write(Object.fromEntries([...kept, ...given]), event.target.inputMode === "decimal");
    if (event.target.name === "model") apply();
    else say(data.models.find((it) => it.name === form.elements.model.value));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", apply);
  apply();
}

theme();
language();
copying();
searching();
models();
calculator();
