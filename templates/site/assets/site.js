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
      script.onerror = reject;
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

function theme() {
  const button = one("button.theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It holds for this page, then.
    }
  });
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

/** Words in small letters, and every two Chinese characters that follow each other: as the index has them. */
function tokens(text) {
  const found = [];
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}_-]+/u).filter(Boolean)) {
    const chinese = [...word].filter((c) => c > "\u007f");
    if (!chinese.length) found.push(word.replace(/^[-_]+|[-_]+$/g, ""));
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
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 24).map(([number]) => index.pages[number]);
}

function searching() {
  const box = one(".search");
  const input = one("#search");
  const results = one("#results");
  let options = [];
  let chosen = -1;
  box.hidden = false;

  const close = () => {
    results.hidden = true;
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
  const show = async () => {
    await load(page.index);
    const index = window.gatewrightIndex;
    index.names ||= Object.keys(index.terms);
    const found = find(index, input.value);
    results.replaceChildren();
    options = [];
    for (const name of new Set(found.map((it) => it[2]))) {
      const group = element("div", "", { role: "group", "aria-label": name });
      group.append(element("div", name, { class: "group", role: "presentation" }));
      for (const [title, path, , about] of found.filter((it) => it[2] === name)) {
        const link = element("a", title, { role: "option", id: `result-${options.length}`, href: `${page.home}${path}.html`, tabindex: "-1", "aria-selected": "false" });
        if (about && about !== title) link.append(element("small", about));
        group.append(link);
        options.push(link);
      }
      results.append(group);
    }
    if (!options.length && input.value.trim()) results.append(element("div", page.nothing, { class: "group", role: "option", "aria-disabled": "true", "aria-selected": "false" }));
    results.hidden = !input.value.trim();
    input.setAttribute("aria-expanded", String(!results.hidden));
    choose(0);
  };

  input.addEventListener("focus", () => load(page.index).catch(() => {}));
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" && options[chosen] && !results.hidden) location.href = options[chosen].href;
    else if (event.key === "Escape") {
      if (results.hidden) input.blur();
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
  });
  document.addEventListener("click", (event) => {
    if (!box.contains(event.target)) close();
  });
}

/** The table of models: sorted, filtered and compared, all of it in the address. */
function models() {
  const table = one("#models");
  if (!table) return;
  const form = one("form.filters");
  const rows = all("tbody tr", table);
  const heads = all("th[data-sort]", table);
  const count = one("[data-count]");
  const ticks = () => all("td.tick input", table);
  form.hidden = false;
  all(".tick", table).forEach((it) => (it.hidden = false));

  for (const head of heads) {
    const button = element("button", head.textContent, { type: "button" });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      state.write({ ...current(), sort: (down ? "-" : "") + head.dataset.sort });
      apply();
    });
  }
  const current = () => Object.fromEntries(state.read());
  const chosen = () => (state.read().get("compare") || "").split(",").filter(Boolean).map(decodeURIComponent);

  const matches = (row, wanted) => {
    const has = (list, value) => !value || list.split(" ").includes(value);
    return (
      tokens(wanted.q || "").every((word) => row.textContent.toLowerCase().includes(word)) &&
      has(row.dataset.type, wanted.type) && has(row.dataset.modality, wanted.modality) &&
      has(row.dataset.capability, wanted.capability) && (!wanted.unit || row.dataset.unit === wanted.unit) &&
      (!wanted.context || Number(row.dataset.context || 0) >= Number(wanted.context))
    );
  };
  const order = (key, down) => (a, b) => {
    const [x, y] = [a.dataset[key], b.dataset[key]];
    // What is not known comes last, whichever way the rest is sorted.
    if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
    const numbers = key === "price" || key === "context";
    return (numbers ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true })) * (down ? -1 : 1);
  };
  function apply() {
    const wanted = current();
    for (const field of form.elements) if (field.name) field.value = wanted[field.name] || "";
    const key = (wanted.sort || "").replace(/^-/, "");
    const down = (wanted.sort || "").startsWith("-");
    for (const head of heads) {
      if (head.dataset.sort === key) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const sorted = key ? [...rows].sort(order(key, down)) : rows;
    table.tBodies[0].append(...sorted);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(row, wanted);
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} / ${rows.length} ${count.dataset.count}`;
    const names = chosen();
    for (const tick of ticks()) {
      tick.checked = names.includes(tick.value);
      tick.disabled = !tick.checked && names.length >= 4;
    }
    compare(names);
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
    if (!event.target.closest("td.tick")) return;
    const names = ticks().filter((it) => it.checked).map((it) => encodeURIComponent(it.value));
    state.write({ ...current(), compare: names.join(",") });
    apply();
  });
  addEventListener("popstate", apply);
  apply();
}

/** Up to four models side by side. */
async function compare(names) {
  const place = one("#compare");
  place.hidden = names.length < 2;
  if (place.hidden) return place.replaceChildren();
  await load(page.models);
  const words = place.dataset.words.split("|");
  const keys = ["context", "output", "takes", "gives", "types", "capabilities", "unit", "price"];
  const found = names.map((name) => window.gatewrightModels.models.find((it) => it.name === name)).filter(Boolean);
  const table = element("table");
  table.append(element("caption", words[9], { class: "visually-hidden" }));
  const head = element("tr");
  head.append(element("td"), ...found.map((it) => {
    const cell = element("th", "", { scope: "col" });
    cell.append(element("a", it.name, { href: `${page.home}${it.path}.html` }));
    return cell;
  }));
  table.append(head);
  keys.forEach((key, at) => {
    const row = element("tr");
    row.append(element("th", words[at], { scope: "row" }));
    for (const it of found) {
      const value = Array.isArray(it[key]) ? it[key].join(", ") : it[key];
      row.append(element("td", value === null || value === "" ? words[8] : String(value)));
    }
    table.append(row);
  });
  place.replaceChildren(table);
}

/** Decimal numbers without rounding: as whole numbers of 10⁻¹⁸. */
const ONE = 10n ** 18n;
function decimal(text) {
  const parts = /^\s*(\d*)(?:\.(\d{0,18}))?\s*$/.exec(text || "");
  if (!parts || !(parts[1] || parts[2])) return null;
  return BigInt(parts[1] || "0") * ONE + BigInt((parts[2] || "").padEnd(18, "0"));
}
function shown(attos) {
  const text = attos.toString().padStart(19, "0");
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, "") || "0";
}

/**
 * What a call costs, or `null`: by the first tier whose conditions hold, and of each price by the first whose unit is
 * known. The order of both comes with the data, from the client's own rules.
 */
function cost(data, model, quantities, units, holds) {
  const context = model.tiers[0].faces.filter((it) => it.context).reduce((sum, it) => sum + (quantities[it.name] || 0n), 0n);
  const fits = (it) => ("says" in it ? holds(it.says) : context > BigInt(it.context_longer_than) * ONE);
  if (model.tiers.some((it) => it.unreadable)) return null;
  const fitting = model.tiers.filter((tier) => tier.when.every(fits));
  if (fitting.slice(1).some((it) => fitting[0].rivals.includes(model.tiers.indexOf(it)))) return null;
  let sum = 0n;
  let counted = false;
  for (const face of fitting[0].faces) {
    const quantity = quantities[face.name] || 0n;
    if (quantity === 0n) continue;
    const rate = face.rates.find(([unit]) => units[unit] !== null);
    if (!rate) return null;
    counted = true;
    sum += units[rate[0]] * decimal(rate[1]) * quantity * (face.million ? 1n : 10n ** 6n);
  }
  // Divided once, and rounded up: seconds of sound were counted as if they were minutes.
  const by = ONE * ONE * 10n ** 6n * (model.unit === "audio_duration" ? 60n : 1n);
  return counted ? (sum + by - 1n) / by : null;
}

async function calculator() {
  const form = one("#calculator");
  if (!form) return;
  await load(page.models);
  const data = window.gatewrightModels;
  const [amounts, conditions] = [one(".quantities", form), one(".conditions", form)];
  const names = ["model_ratio", "model_price", "book_faces"];
  form.hidden = false;

  const unitOf = (model) => ({ characters: form.dataset.characters, audio_duration: form.dataset.seconds, per_second: form.dataset.seconds, per_call: form.dataset.calls })[model.unit] || form.dataset.tokens;
  const field = (name, label, value) => {
    const made = element("label", `${label} `);
    made.append(element("input", "", { name, value, inputmode: "decimal", autocomplete: "off" }));
    return made;
  };
  function build(model, wanted) {
    const faces = model.tiers[0].faces.filter((it) => model.tiers.some((tier) => tier.faces.find((face) => face.name === it.name).rates.length));
    const one = (faces.length ? faces : model.tiers[0].faces).map((it) => field(`of_${it.name}`, `${it.name.replaceAll("_", " ")}, ${unitOf(model)}`, wanted.get(`of_${it.name}`) || ""));
    amounts.replaceChildren(amounts.firstElementChild, ...one);
    const says = [...new Set(model.tiers.flatMap((it) => it.when).filter((it) => it.says).map((it) => it.says))];
    conditions.replaceChildren(conditions.firstElementChild, ...says.map((it, at) => {
      const label = element("label", "", { class: "tick" });
      const tick = element("input", "", { type: "checkbox", name: `when_${at}`, value: it });
      tick.checked = wanted.get(`when_${at}`) === it;
      label.append(tick, element("span", it, { lang: "en" }));
      return label;
    }));
    conditions.hidden = !says.length;
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
    for (const face of model.tiers[0].faces) {
      const input = form.elements[`of_${face.name}`];
      let value = (input && decimal(input.value)) || 0n;
      // Sound is billed by whole seconds, as so many tokens a minute.
      if (model.unit === "audio_duration") value = ((value + ONE - 1n) / ONE) * ONE * BigInt(data.audio_tokens_a_minute);
      quantities[face.name] = value;
    }
    const units = Object.fromEntries(names.map((name) => [name, decimal(form.elements[name].value)]));
    const ticked = all("input:checked", conditions).map((it) => it.value);
    const sum = cost(data, model, quantities, units, (it) => ticked.includes(it));
    const output = form.elements.cost;
    output.value = sum === null ? form.dataset.unknown : `${shown(sum)} USD`;
    output.classList.toggle("none", sum === null);
  }
  form.addEventListener("input", (event) => {
    const values = Object.fromEntries([...new FormData(form)].filter(([name]) => event.target.name !== "model" || !/^(of|when)_/.test(name)));
    state.write(values, event.target.inputMode === "decimal");
    if (event.target.name === "model") apply();
    else say(data.models.find((it) => it.name === form.elements.model.value));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", apply);
  apply();
}

theme();
copying();
searching();
models();
calculator();
