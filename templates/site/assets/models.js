// The table of models.

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
    one("[role=status]", bar).textContent = (some.length < 2 ? bar.dataset.one : bar.dataset.some).replace("{$count}", some.length);
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
