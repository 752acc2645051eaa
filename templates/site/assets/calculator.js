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

/** Sources of prices, in the order in which they are tried: of several, the last is shown. */
const SOURCES = ["published", "published_tier", "book_faces", "model_price", "model_ratio"];

/** What of a call has a price of its own, in the language of the page. */
const { lang } = document.documentElement;
const named = (face) => face.says[lang];

/**
 * Cost of a call, or the reason why it is unknown: by the first tier whose conditions hold, and of each price by the
 * published one, else by the first whose unit is known. The order comes with the data, from the client's own rules.
 */
function cost(model, quantities, units, holds, factors) {
  const context = model.tiers[0].faces.filter((it) => it.context).reduce((sum, it) => sum + (quantities[it.name] || 0n), 0n);
  const fits = (it) => ("says" in it ? holds(it.says.en) : context > BigInt(it.context_longer_than) * ONE);
  const counted = model.tiers[0].faces.filter((it) => quantities[it.name]);
  if (!counted.length) return { why: "enter" };
  if (model.tiers.some((it) => it.unreadable)) return { why: "conditions" };
  const fitting = model.tiers.filter((tier) => tier.when.every(fits));
  if (fitting.slice(1).some((it) => fitting[0].rivals.includes(model.tiers.indexOf(it)))) return { why: "conditions" };
  let [sum, by, source] = [0n, 1n, 0];
  const add = (number, divisor, from) => {
    [sum, by, source] = [sum * divisor + number * by, by * divisor, Math.max(source, SOURCES.indexOf(from))];
  };
  for (const face of fitting[0].faces) {
    const quantity = quantities[face.name] || 0n;
    if (quantity === 0n) continue;
    if (face.published) {
      add(BigInt(face.published[0]) * quantity, BigInt(face.published[1]) * ONE, face.published[2]);
      continue;
    }
    // A published price whose unit is not listed: no other number counts.
    if (face.unlisted) return { why: "text", of: face.unlisted };
    const rate = face.rates.find(([unit]) => units[unit] !== null);
    if (!face.rates.length) return { why: "number", of: named(face) };
    if (!rate) return { why: "unit", of: face.rates.map(([unit]) => unit).join(", ") };
    const [numerator, denominator] = face.share.map(BigInt);
    add(units[rate[0]] * decimal(rate[1]) * quantity * numerator, denominator * ONE * ONE, rate[0]);
  }
  // Divided once, and rounded up.
  const up = (number, by) => (number + by - 1n) / by;
  return { sum: factors.reduce((sum, factor) => up(sum * factor, ONE), up(sum, by)), source: SOURCES[source] };
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
    const faces = model.tiers[0].faces.filter((it) => model.tiers.some((tier) => tier.faces.some((face) => face.name === it.name && (face.published || face.rates.length))));
    const one = (faces.length ? faces : model.tiers[0].faces).map((it) => field(`of_${it.name}`, `${named(it)}${says.comma}${unitOf(model)}`, wanted.get(`of_${it.name}`) || ""));
    const factors = model.factors.map(({ name, times }) => {
      const [label, select] = [element("label", `${name} `), element("select", "", { name: `times_${name}` })];
      select.append(...times.map(([value]) => element("option", value)));
      if (times.some(([value]) => value === wanted.get(select.name))) select.value = wanted.get(select.name);
      label.append(select);
      return label;
    });
    amounts.replaceChildren(amounts.firstElementChild, ...one, ...factors);
    const all = model.tiers.flatMap((it) => it.when).filter((it) => it.says);
    const when = all.filter((it, at) => all.findIndex((other) => other.says.en === it.says.en) === at);
    conditions.replaceChildren(conditions.firstElementChild, ...when.map((it, at) => {
      const label = element("label", "", { class: "tick" });
      const tick = element("input", "", { type: "checkbox", name: `when_${at}`, value: it.says.en });
      tick.checked = wanted.get(`when_${at}`) === it.says.en;
      label.append(tick, element("span", it.says[lang]));
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
      // Recordings are billed by whole seconds.
      if (model.unit === "audio_duration") value = ((value + ONE - 1n) / ONE) * ONE;
      quantities[face.name] = value;
    }
    const units = Object.fromEntries(names.map((name) => [name, read(form.elements[name])]));
    const ticked = all("input:checked", conditions).map((it) => it.value);
    const factors = model.factors.map(({ name, times }) => decimal(times.find(([value]) => value === form.elements[`times_${name}`].value)[1]));
    const found = wrong ? { why: "wrong" } : cost(model, quantities, units, (it) => ticked.includes(it), factors);
    const asked = found.why === "enter" || found.why === "wrong";
    const output = form.elements.cost;
    output.value = found.why ? (asked ? says[found.why] : says.unknown) : `${shown(found.sum)} USD`;
    output.classList.toggle("none", Boolean(found.why));
    const by = { published: says.published, published_tier: says.tier }[found.source] || says.units.replace("{$number}", found.source);
    const why = asked ? [] : [found.why ? says[found.why].replace(/\{\$\w+\}/, () => found.of) : by];
    const price = model.price[lang];
    if (found.why && !asked && price) why.push(says.listed.replace("{$prices}", price));
    one(".why", form).textContent = why.join(form.dataset.gap);
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
