// The calculator.

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
const up = (number, by) => (number + by - 1n) / by;

/** Sources of prices, in the order in which they are tried: of several, the last is shown. */
const SOURCES = ["published", "published_tier", "book_faces", "model_price", "model_ratio"];
const { lang } = document.documentElement;

/**
 * Cost of a call, or the reason why it is unknown: by the first tier whose conditions hold, and of each price by the
 * published one, else by the first whose unit is known. The order comes with the data, from the client's own rules.
 */
function cost(offer, quantities, units, holds, factors, faces) {
  const counted = Object.entries(quantities).filter(([, quantity]) => quantity);
  const context = counted.filter(([name]) => faces[name].context).reduce((sum, it) => sum + it[1], 0n);
  const fits = (it) => ("says" in it ? holds(it.says.en) : context > BigInt(it.context_longer_than) * ONE);
  if (!offer.tiers.some((it) => it.faces.length)) return { why: "none" };
  if (!counted.length) return { why: "enter" };
  if (offer.tiers.some((it) => it.unreadable)) return { why: "conditions" };
  const fitting = offer.tiers.filter((tier) => tier.when.every(fits));
  if (fitting.slice(1).some((it) => fitting[0].rivals.includes(offer.tiers.indexOf(it)))) return { why: "conditions" };
  let [sum, by, source] = [0n, 1n, 0];
  const add = (number, divisor, from) => {
    [sum, by, source] = [sum * divisor + number * by, by * divisor, Math.max(source, SOURCES.indexOf(from))];
  };
  for (const [name, quantity] of counted) {
    const face = fitting[0].faces.find((it) => it.name === name);
    if (!face) return { why: "number", of: faces[name].says[lang] };
    if (face.published) {
      add(BigInt(face.published[0]) * quantity, BigInt(face.published[1]) * ONE, face.published[2]);
      continue;
    }
    // A published price whose unit is not listed: no other number counts.
    if (face.unlisted) return { why: "text", of: face.unlisted };
    const rate = face.rates.find(([unit]) => units[unit] !== null);
    if (!face.rates.length) return { why: "number", of: faces[name].says[lang] };
    if (!rate) return { why: "unit", of: face.rates.map(([unit]) => unit).join(", ") };
    const [numerator, denominator] = face.share.map(BigInt);
    add(units[rate[0]] * decimal(rate[1]) * quantity * numerator, denominator * ONE * ONE, rate[0]);
  }
  // Divided once, and rounded up.
  return { sum: factors.reduce((sum, factor) => up(sum * factor, ONE), up(sum, by)), source: SOURCES[source], tier: fitting[0] };
}

/** The tokens of a call, if a model cannot take so many. */
function excess(offer, quantities, faces) {
  const tokens = Object.entries(quantities).filter(([name]) => faces[name].tokens).reduce((sum, it) => sum + it[1], 0n);
  return offer.context && tokens > BigInt(offer.context) * ONE ? tokens : null;
}

/** A number in groups of digits. */
const grouped = (text) => text.replace(/\B(?=(\d{3})+$)/g, ",");

/** An endpoint with a price for each call, in the form of a model. */
function endpoint(platform, [name, attos]) {
  const face = { name: "per_call", published: [attos, "1", "published"], rates: [], share: ["1", "1"] };
  return { key: "call", name: `${platform}/${name}`, group: platform, unit: "per_call", factors: [], tiers: [{ when: [], rivals: [], faces: [face] }], price: {} };
}

/** A field with its label; what cannot be read is marked. */
function field(name, label, value, unreadable) {
  const made = element("label", `${label} `);
  made.append(element("input", "", { name, value, inputmode: "decimal", autocomplete: "off" }), element("span", unreadable, { class: "error", hidden: "" }));
  return made;
}

/** A row: the fields of a model or an endpoint. `given` are the values of its fields by their names. */
function build(row, offer, given, data, says) {
  const counts = { characters: says.characters, audio_duration: says.seconds, per_second: says.seconds, per_image: says.images, per_call: says.calls };
  const unit = counts[offer.unit] || says.tokens;
  // A kind of tokens that was counted stays, even if this model has no price for it: then the cost is unknown.
  const counted = Object.keys(data.faces).filter((it) => offer.unit === "tokens" && data.faces[it].tokens && given.get(`of_${it}`));
  const names = [...new Set([...offer.tiers.flatMap((it) => it.faces.map((face) => face.name)), ...counted])];
  const fields = names.filter(() => offer.unit !== "per_call").map((it) => {
    const label = offer.unit === "per_image" ? unit : `${data.faces[it].says[lang]}${says.comma}${unit}`;
    return field(`of_${it}`, label, given.get(`of_${it}`) || "", says.unreadable);
  });
  const factors = offer.factors.map(({ name, times }) => {
    const [label, select] = [element("label", `${name} `), element("select", "", { name: `times_${name}` })];
    select.append(...times.map(([value]) => element("option", value)));
    if (times.some(([value]) => value === given.get(select.name))) select.value = given.get(select.name);
    label.append(select);
    return label;
  });
  const all = offer.tiers.flatMap((it) => it.when).filter((it) => it.says);
  const when = all.filter((it, at) => all.findIndex((other) => other.says.en === it.says.en) === at).map((it, at) => {
    const label = element("label", "", { class: "tick" });
    const tick = element("input", "", { type: "checkbox", name: `when_${at}`, value: it.says.en });
    tick.checked = given.get(tick.name) === it.says.en;
    label.append(tick, element("span", it.says[lang]));
    return label;
  });
  one("legend", row).textContent = offer.name;
  one("select", row).value = `${offer.key} ${offer.name}`;
  one(".amounts", row).replaceChildren(...fields.slice(0, 2), ...factors, field("calls", says.count, given.get("calls") || "1", says.unreadable));
  const more = one("details", row);
  one("div", more).replaceChildren(...fields.slice(2), ...when);
  more.hidden = !(fields.length > 2 || when.length);
  more.open ||= [...given].some(([name, value]) => value && (name.startsWith("when_") || more.querySelector(`[name="${CSS.escape(name)}"]`)));
}

/** Reads the fields of a row, and returns the cost of its calls, or the reason why it is unknown. */
function reckon(row, offer, units, data) {
  let wrong = false;
  const read = (input) => {
    const value = decimal(input.value);
    mark(input, value === null && input.value.trim() !== "");
    wrong ||= value === null && input.value.trim() !== "";
    return value || 0n;
  };
  const quantities = {};
  for (const input of all('input[name^="of_"]', row)) {
    const value = read(input);
    // Recordings are billed by whole seconds.
    quantities[input.name.slice(3)] = offer.unit === "audio_duration" ? up(value, ONE) * ONE : value;
  }
  if (offer.unit === "per_call") quantities.per_call = ONE;
  const count = one('[name="calls"]', row);
  const calls = count.value.trim() ? read(count) : ONE;
  const ticked = all("input:checked", row).map((it) => it.value);
  const factors = offer.factors.map(({ name, times }) => decimal(times.find(([value]) => value === one(`[name="${CSS.escape(`times_${name}`)}"]`, row).value)[1]));
  if (wrong) return { why: "wrong" };
  const found = cost(offer, quantities, units, (it) => ticked.includes(it), factors, data.faces);
  const over = excess(offer, quantities, data.faces);
  return found.why ? { ...found, over } : { ...found, over, one: found.sum, calls, sum: up(found.sum * calls, ONE) };
}

async function calculator() {
  const form = one("#calculator");
  if (!form) return;
  await load(page.models);
  const [data, says, units] = [window.gatewrightModels, form.dataset, ["model_ratio", "model_price", "book_faces"]];
  const offers = [...data.models.map((it) => ({ key: "model", ...it })), ...data.platforms.flatMap((it) => it.calls.map((call) => endpoint(it.key, call)))];
  const [list, template] = [one(".rows", form), one("template", form)];
  const chosen = (row) => offers.find((it) => `${it.key} ${it.name}` === one("select", row).value);
  const fieldsOf = (row) => all("input, select", row).slice(1).filter((it) => it.type !== "checkbox" || it.checked);
  const given = (row) => new Map(fieldsOf(row).map((it) => [it.name, it.value]));
  const unknown = (why) => why !== "enter" && why !== "wrong";
  if (!offers.length) return;
  form.hidden = false;
  if (!navigator.clipboard) one(".share", form).hidden = true;

  for (const group of new Set(offers.map((it) => it.group))) {
    const made = element("optgroup", "", { label: data.groups[group] ? data.groups[group][lang] : group });
    made.append(...offers.filter((it) => it.group === group).map((it) => element("option", it.name, { value: `${it.key} ${it.name}` })));
    one("select", template.content).append(made);
  }
  /** Adds a row of pairs: its model or endpoint, then its fields. */
  function add(pairs) {
    const [[key, name] = [], ...rest] = pairs;
    const row = template.content.firstElementChild.cloneNode(true);
    list.append(row);
    build(row, offers.find((it) => it.key === key && it.name === name) || offers[0], new Map(rest), data, says);
    return row;
  }
  const pairs = (row) => {
    const { key, name } = chosen(row);
    return [[key, name], ...[...given(row)].filter(([name, value]) => name !== "calls" || value !== "1")];
  };
  /** True while the address names a model or an endpoint that has no price here, and while it names no other. */
  let [incomplete, empty] = [false, false];
  const save = (typing) => {
    incomplete = empty = false;
    one(".missing", form).hidden = true;
    const changed = units.map((it) => [it, form.elements[it].value]).filter(([it, value]) => value !== (data.units[it] || ""));
    state.write([...[...list.children].flatMap(pairs), ...changed], typing);
  };
  function apply() {
    const rows = [];
    const wanted = [...state.read()];
    for (const pair of wanted) {
      if (pair[0] === "model" || pair[0] === "call") rows.push([pair]);
      else if (rows.length && !units.includes(pair[0])) rows.at(-1).push(pair);
    }
    const isKnown = ([[key, name]]) => offers.some((it) => it.key === key && it.name === name);
    const missing = rows.filter((it) => !isKnown(it)).map(([[, name]]) => name);
    one(".missing", form).hidden = !missing.length;
    one(".missing", form).textContent = says.missing.replace("{$names}", missing.join(", "));
    rows.splice(0, rows.length, ...rows.filter(isKnown));
    const first = one("[data-row]", form);
    incomplete = missing.length > 0;
    empty = incomplete && !rows.length;
    if (!rows.length) rows.push(first && !incomplete ? [...new URLSearchParams(first.dataset.row)] : []);
    for (const it of units) form.elements[it].value = new Map(wanted).get(it) || data.units[it] || "";
    list.replaceChildren();
    for (const it of rows) add(it);
    say();
  }
  /** Writes the cost of a row and its reasons. */
  function sayRow(row, found, offer) {
    const by = { published: says.published, published_tier: says.tier }[found.source] || says.units.replace("{$number}", found.source);
    const why = found.why ? [] : [by];
    if (found.calls > ONE) why.unshift(`${shown(found.one)} USD × ${shown(found.calls)}${says.stop}`);
    if (found.why && unknown(found.why)) why.push(says[found.why].replace(/\{\$\w+\}/, () => found.of));
    if (found.why && unknown(found.why) && offer.price[lang]) why.push(says.listed.replace("{$prices}", offer.price[lang]));
    one(".why", row).textContent = why.join(says.gap);
    one(".sum", row).classList.toggle("none", Boolean(found.why));
    one(".sum", row).value = !found.why ? `${shown(found.sum)} USD` : unknown(found.why) ? says.unknown : says[found.why];
    const [tier, over] = [one(".tier", row), one(".over", row)];
    tier.hidden = !found.tier?.when.length;
    if (!tier.hidden) tier.textContent = [says.tierMark, found.tier.name].filter(Boolean).join(says.colon);
    over.hidden = !found.over;
    if (found.over) over.textContent = says.over.replace("{$tokens}", grouped(shown(found.over))).replace("{$context}", grouped(String(offer.context)));
    one(".remove", row).hidden = list.children.length < 2;
  }
  function say() {
    const values = Object.fromEntries(units.map((it) => {
      const value = decimal(form.elements[it].value);
      mark(form.elements[it], value === null && form.elements[it].value.trim() !== "");
      return [it, value];
    }));
    const bad = units.some((it) => form.elements[it].hasAttribute("aria-invalid"));
    const costs = [...list.children].map((row) => {
      const found = reckon(row, chosen(row), values, data);
      const it = bad ? { why: "wrong" } : found;
      sayRow(row, it, chosen(row));
      return it;
    });
    const open = costs.find((it) => it.why === "wrong") || (incomplete && { why: "none" }) || costs.find((it) => it.why);
    const known = empty ? [] : costs.filter((it) => !it.why);
    const partly = open && open.why !== "wrong" && known.length;
    const output = form.elements.cost;
    output.value = !open || partly ? `${shown(known.reduce((sum, it) => sum + it.sum, 0n))} USD` : unknown(open.why) ? says.unknown : says[open.why];
    output.classList.toggle("none", Boolean(open && !partly));
    one(".partly", form).hidden = !partly;
  }
  form.addEventListener("input", (event) => {
    const row = event.target.closest(".row");
    // What another model counts is kept; conditions are a model's own.
    if (row && event.target.name === "model") build(row, chosen(row), new Map([...given(row)].filter(([name]) => !name.startsWith("when_"))), data, says);
    save(event.target.inputMode === "decimal");
    say();
  });
  form.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.matches(".share")) {
      if (!location.hash) save(true);
      await navigator.clipboard.writeText(location.href);
      button.textContent = page.copied;
      return;
    }
    if (button.dataset.row) {
      if (!location.hash) list.replaceChildren(); // the row of the first visit
      one("select", add([...new URLSearchParams(button.dataset.row)])).focus();
    } else if (button.matches(".add")) one("select", add(pairs(list.lastElementChild))).focus();
    else if (button.matches(".remove")) {
      button.closest(".row").remove();
      one("select", list).focus();
    }
    save();
    say();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", apply);
  apply();
}
