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

/** A size that is a context, such as `128k`. Smaller ones are those of images and videos, such as `4k`. */
const CONTEXT = /(?<![\p{L}\p{N}.-])\d+(?:\.\d+)?[km](?![\p{L}\p{N}-])/gu;
const LEAST_CONTEXT = 10000n;

/** The words of a search, and the context that it asks for, if any. */
function split(query) {
  let context = null;
  const words = flat(query).replace(CONTEXT, (size) => {
    if (decimal(size) < LEAST_CONTEXT * ONE) return size;
    context = decimal(size);
    return " ";
  });
  return [tokens(words), context];
}

/** Rows that are shown before a button shows more. */
const LIMIT = 100;

/** The table of models: sorted, filtered and compared, all of it in the address. Its rows are loaded in parts. */
function models() {
  const table = one("#models");
  if (!table) return;
  const form = one("form.filters");
  const body = table.tBodies[0];
  const heads = all("th[data-sort]", table);
  const [count, bar, more] = [one("[data-count]"), one(".chosen"), one("button.more")];
  const cans = all('[name="can"]', form);
  const fields = [...form.elements].filter((it) => it.name && it.name !== "can");
  const waiting = table.dataset.parts.split(" ").filter(Boolean);
  let [rows, sorted, limit] = [all("tr", body), null, LIMIT];
  form.hidden = false;
  one(".tick", table).hidden = false;
  for (const it of all(".parts")) it.hidden = true;
  // The bar stays in view with the table only, so that it covers no filter.
  new IntersectionObserver(([it]) => bar.classList.toggle("away", !it.isIntersecting), { rootMargin: "0px 0px -40%" }).observe(table);

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
  const wantedCans = (wanted) => (wanted.can || "").split(",").map(decoded).filter((it) => cans.some((box) => box.value === it));
  const matches = (row, wanted, words, contexts) => {
    const { dataset } = row;
    const abilities = dataset.can.split("|");
    return (
      words.every((word) => flat(row.textContent).includes(word)) &&
      wantedCans(wanted).every((it) => abilities.includes(it)) &&
      (!wanted.type || dataset.type.split("|").includes(wanted.type)) &&
      (!wanted.provider || dataset.provider === wanted.provider) && (!wanted.unit || dataset.unit === wanted.unit) &&
      contexts.every((least) => !least || BigInt(dataset.context || 0) * ONE >= least)
    );
  };
  const order = (key, down) => (a, b) => {
    const [x, y] = [a.dataset[key], b.dataset[key]];
    // What is not known comes last, whichever way the rest is sorted; prices are compared with those of their unit.
    if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
    if (key === "name") return x.localeCompare(y, "en", { numeric: true }) * (down ? -1 : 1);
    if (key !== "context" && a.dataset.unit !== b.dataset.unit) return a.dataset.unit.localeCompare(b.dataset.unit, "en");
    const [left, right] = [decimal(x), decimal(y)];
    if (left === right) return key === "input" ? order("output", down)(a, b) : 0;
    return (left < right ? -1 : 1) * (down ? -1 : 1);
  };
  /** Rows are moved only when they have to be: what is in focus stays there, and the page where it is. */
  function sort(by) {
    const key = by.replace(/^-/, "");
    const down = by.startsWith("-");
    for (const head of heads) {
      if (head.dataset.sort === key) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    if (by === sorted) return rows;
    sorted = by;
    const known = heads.some((it) => it.dataset.sort === key);
    body.append(...(known ? [...rows].sort(order(key, down)) : rows));
  }
  function apply() {
    const wanted = current();
    for (const field of fields) {
      field.value = wanted[field.name] || "";
      // A value that is not on offer filters nothing.
      if (field.localName === "select" && field.value !== wanted[field.name]) wanted[field.name] = field.value = "";
    }
    for (const box of cans) box.checked = wantedCans(wanted).includes(box.value);
    const context = decimal(wanted.context);
    const [words, asked] = split(wanted.q || "");
    mark(form.elements.context, Boolean(wanted.context) && context === null);
    sort(wanted.sort || "");
    let found = 0;
    for (const row of body.rows) {
      const fits = matches(row, wanted, words, [context, asked]);
      found += fits;
      row.hidden = !fits || found > limit;
    }
    more.hidden = found <= limit;
    count.textContent = waiting.length ? count.dataset.loading : found ? `${found} / ${rows.length} ${count.dataset.count}` : count.dataset.none;
    const some = chosen();
    for (const tick of all("td.tick input", body)) {
      tick.parentElement.hidden = false;
      tick.checked = some.some((it) => it.dataset.name === tick.value);
      tick.disabled = !tick.checked && some.length >= 4;
    }
    bar.hidden = !some.length;
    one("[role=status]", bar).textContent = (some.length < 2 ? bar.dataset.one : bar.dataset.some).replace("{$count}", some.length);
    one(".go", bar).hidden = some.length < 2;
    compare(some);
  }
  /** The other rows, part by part: the pages of the table as they are, markup of our own. */
  async function others() {
    for (let at = 1; waiting.length; at++) {
      await load(waiting[0]);
      waiting.shift();
      body.insertAdjacentHTML("beforeend", window.gatewrightRows[at]);
      rows = [...rows, ...[...body.rows].slice(rows.length)];
      sorted = null;
      apply();
    }
  }
  form.addEventListener("input", (event) => {
    const wanted = current();
    for (const field of fields) wanted[field.name] = field.value;
    wanted.can = cans.filter((it) => it.checked).map((it) => encodeURIComponent(it.value)).join(",");
    limit = LIMIT;
    state.write(wanted, event.target.type === "text");
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
    if (event.target.closest("td.tick")) choose(all("td.tick input:checked", body).map((it) => it.value));
  });
  more.addEventListener("click", () => {
    limit += LIMIT;
    apply();
  });
  one(".go", bar).addEventListener("click", () => {
    one("#compare").scrollIntoView();
    one("#compare h2").focus({ preventScroll: true });
  });
  one(".clear", bar).addEventListener("click", () => {
    choose([]);
    one("button", heads[0]).focus({ preventScroll: true }); // the bar is gone
  });
  // The table is what such a link leads to.
  for (const link of all('.picks [href^="#"]')) link.addEventListener("click", () => requestAnimationFrame(() => one("#all").scrollIntoView()));
  addEventListener("popstate", apply);
  apply();
  // A link with filters leads to the table, from another page and from the search; one with models leads to their comparison.
  const show = () => [...state.read()].length && one(chosen().length > 1 ? "#compare" : "#all").scrollIntoView();
  const named = state.read().has("compare");
  addEventListener("hashchange", show);
  requestAnimationFrame(show);
  others().then(() => named && show()); // the rows that are loaded later move it
}

/** Rows of the table side by side: the same cells, turned around. */
function compare(rows) {
  const place = one("#compare");
  place.hidden = rows.length < 2;
  const cells = rows.map((row) => new Map(all("[data-label]", row).map((it) => [it.dataset.label, it])));
  const copy = (cell, kind, attributes) => {
    const made = element(kind, "", attributes);
    if (cell) made.append(...[...cell.childNodes].map((it) => it.cloneNode(true)));
    return made;
  };
  const head = element("tr");
  head.append(element("td"), ...rows.map((row) => copy(one("th", row), "th", { scope: "col" })));
  // Not all rows have the same cells. Each label stands next to those that it has in its row.
  const labels = [];
  for (const of of cells) {
    let at = 0;
    for (const label of of.keys()) {
      const found = labels.indexOf(label);
      if (found < 0) labels.splice(at++, 0, label);
      else at = found + 1;
    }
  }
  const lines = (place.hidden ? [] : labels).map((label) => {
    const line = element("tr");
    line.append(element("th", label, { scope: "row" }), ...cells.map((it) => copy(it.get(label), "td")));
    return line;
  });
  one("thead", place).replaceChildren(head);
  one("tbody", place).replaceChildren(...lines);
}
