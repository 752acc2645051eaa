// The table of models and the calculator. Each function returns a summary of its checks.
"use strict";

const assert = require("node:assert/strict");

/** Waits until all parts of the table are there. */
const complete = (page) => page.waitForFunction(() => {
  const count = document.querySelector("[data-count]");
  return count.textContent && count.textContent !== count.dataset.loading;
});

/** Sorting, filters, comparing: all of it in the address, which survives a reload and a step back. */
async function table({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  const shown = (of) => page.$$eval("#models tbody tr:not([hidden])", (rows, of) => rows.map((it) => it.dataset[of]), of);
  const prices = () => shown("input");
  await page.goto(`${base}models.html`);
  await complete(page);
  assert.equal((await shown("name")).length, 51, "its parts are loaded");
  assert.equal(await page.locator(".parts:visible").count(), 0);
  for (const down of [false, true]) {
    await page.click('th[data-sort="input"] button');
    const all = await prices();
    const known = all.filter(Boolean);
    const units = await shown("unit");
    assert.ok(known.length >= 8, `${known.length} prices`);
    for (const unit of new Set(units.slice(0, known.length))) {
      const within = known.filter((_, at) => units[at] === unit).map(Number);
      assert.deepEqual(within, [...within].sort((a, b) => (down ? b - a : a - b)), "they are sorted within their unit");
    }
    assert.ok(all.slice(known.length).every((it) => !it), "what is not published comes last");
  }
  await page.selectOption('select[name="type"]', "image-generation");
  const filtered = (await prices()).length;
  assert.ok(filtered > 0 && filtered < 20, `${filtered} draw pictures`);
  await page.reload();
  await complete(page);
  assert.equal((await prices()).length, filtered, "a reload keeps it");
  await page.goBack();
  assert.ok((await prices()).length > filtered, "a step back takes it back");
  await page.goForward();
  assert.equal((await prices()).length, filtered);
  await page.click('button[type="reset"]');
  await page.check('[name="can"][value="chat"]');
  await page.check('[name="can"][value="vision"]');
  const able = await shown("can");
  assert.ok(able.length && able.every((it) => /chat/.test(it) && /vision/.test(it)), "models that have both abilities");
  await page.click('button[type="reset"]');
  const best = page.locator(".picks li").first();
  await best.locator("a").first().click();
  assert.match(page.url(), /#can=chat&sort=input$/);
  assert.equal((await shown("name"))[0], await best.locator("a").nth(1).innerText(), "one action finds the cheapest");
  await page.click('button[type="reset"]');
  const ticks = await page.$$("#models td.tick input");
  await ticks[20].scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await ticks[20].focus();
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => scrollY), before, "a tick moves nothing");
  assert.ok(await ticks[20].evaluate((it) => it === document.activeElement), "and keeps the focus");
  assert.match(await page.textContent(".chosen [role=status]"), /^One model selected/);
  await ticks[21].check();
  await page.click(".chosen .go");
  assert.equal(await page.evaluate(() => document.activeElement.id), "compared");
  await page.click(".chosen .clear");
  for (const tick of ticks.slice(0, 4)) await tick.check();
  assert.equal(await page.locator("#compare th[scope=col]").count(), 4);
  assert.ok(await page.locator("td.tick input:disabled").count(), "four are enough");
  await page.reload();
  await page.waitForSelector("#compare:not([hidden])");
  assert.equal(await page.locator("#compare th[scope=col]").count(), 4, "a reload keeps them");
  await complete(page);
  for (const size of ["128k", "1M"]) {
    await page.fill('input[name="context"]', size);
    const large = await shown("name");
    assert.ok(large.length && large.length < 51, `${large.length} have a context of ${size}`);
    await page.fill('input[name="context"]', "");
    await page.fill('input[name="q"]', `chat ${size}`);
    const chats = (await shown("name")).filter((it) => large.includes(it));
    assert.deepEqual(await shown("name"), chats, "the search knows a context, too");
    assert.ok(chats.length, size);
    await page.fill('input[name="q"]', "");
  }
  await page.fill('input[name="q"]', "chat-large");
  assert.ok((await prices()).length < 5);
  await page.goto("about:blank");
  await page.goto(`${base}models.html#compare=%E0%A4%A,chat-large,no-such-model,chat-audio&type=no-such-type&context=100k`);
  await complete(page);
  assert.equal(await page.locator("#compare th[scope=col]").count(), 2, "of a broken address what can be read");
  const long = (await shown("context")).map(Number);
  assert.ok(long.length && long.every((it) => it >= 100_000), "100k is a number");
  await page.fill('input[name="q"]', "no such model");
  assert.equal(await page.textContent("[data-count]"), "No models match these filters.");
  await page.fill('input[name="context"]', "much");
  assert.equal(await page.getAttribute('input[name="context"]', "aria-invalid"), "true");
  await context.close();
  return `${filtered} of one type, four compared`;
}

/** What sorts and compares is within reach on a phone. */
async function table_on_a_phone({ open, base }) {
  const context = await open({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  await page.goto(`${base}models.html`);
  await complete(page);
  const buttons = await page.$$("#models thead button");
  for (const button of buttons) {
    const box = await button.boundingBox();
    assert.ok(box.width > 20 && box.height >= 24 && box.x >= 0 && box.x + box.width <= 320, "it can be touched");
  }
  await page.click('th[data-sort="input"] button');
  assert.match(page.url(), /#sort=input$/);
  await page.goto(`${base}models.html#compare=chat-large,chat-small,chat-audio,image-standard`);
  await complete(page);
  const table = await page.locator("#compare table").boundingBox();
  assert.ok(table.x >= 0 && table.x + table.width <= 320, "four models fit");
  await page.waitForFunction(() => {
    const { top } = document.querySelector("#compare").getBoundingClientRect();
    return top >= 0 && top < 200;
  }); // a link with models leads to their comparison
  await context.close();
  return `${buttons.length} ways to sort`;
}

/** Costs whose address is opened anew; in a sample one for each set of fields. The rest only change the fragment. */
function loaded(costs, sample) {
  if (!sample) return costs;
  const fields = (it) => [...Object.keys(it.fields), it.cost === null].join();
  return costs.filter((it, at) => costs.findIndex((other) => fields(other) === fields(it)) === at);
}

const total = (page) => page.textContent("output[name=cost]");
const SOURCES = { published: "Calculated from the published price.", published_tier: "the factor of the tier (assumption)", book_faces: "book_faces", model_price: "model_price", model_ratio: "model_ratio" };

/** Costs as the client itself calculates them. */
async function costs({ open, base, known, sample }) {
  const context = await open();
  const page = await context.newPage();
  const address = ({ model, fields }) => `${base}calculator.html#${new URLSearchParams({ model, ...fields })}`;
  const check = ([found, why], { model, fields, cost, by }) => {
    const of = `${model} ${JSON.stringify(fields)}`;
    assert.equal(found, cost === null ? "unknown" : `${cost} USD`, of);
    if (by) assert.ok(why.includes(SOURCES[by]), `${of}: ${why}`);
  };
  for (const it of loaded(known.costs, sample)) {
    await page.goto("about:blank"); // without it, only the fragment would change
    await page.goto(address(it));
    await page.waitForSelector("#calculator:not([hidden])");
    check([await total(page), await page.textContent(".row .why")], it);
  }
  const found = await page.evaluate(async (addresses) => {
    const outputs = [];
    for (const it of addresses) {
      if (location.href !== it) {
        const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.href = it;
        await changed;
      }
      outputs.push([document.querySelector("output[name=cost]").textContent, document.querySelector(".row .why").textContent]);
    }
    return outputs;
  }, known.costs.map(address));
  known.costs.forEach((it, at) => check(found[at], it));
  await context.close();
  const published = known.costs.filter((it) => it.by && it.by.startsWith("published"));
  return `${known.costs.length} costs as the client has them, ${published.length} of published prices`;
}

/** Fields of one row: what is entered, what cannot be read, and why a cost is not known. */
async function calculator({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  await page.goto(`${base}calculator.html`);
  await page.waitForSelector("#calculator:not([hidden])");
  assert.match(await total(page), /^[\d.]+ USD$/, "the first visit has an example");
  await page.goto(`${base}calculator.html#model=no-such-model`);
  assert.match(await page.textContent(".missing:visible"), /no-such-model/);
  assert.doesNotMatch(await total(page), /USD/, "another model is no substitute");
  await page.goto(`${base}calculator.html#model=no-such-model&model=chat-large&of_input=1000`);
  assert.equal(await total(page), "0.0027 USD");
  assert.equal(await page.locator(".partly:visible").count(), 1, "the total is a part");
  await page.goto(`${base}calculator.html#model=chat-large&of_input=1000`);
  assert.equal(await page.locator(".missing:visible, .partly:visible").count(), 0);
  assert.equal(await total(page), "0.0027 USD", "the published price needs no unit");
  assert.equal(await page.textContent(".row .why"), SOURCES.published);
  await page.click("summary:has-text('Advanced')");
  await page.fill("input[name=model_ratio]", "2");
  assert.equal(await total(page), "0.0027 USD", "and goes before numbers that have one");
  await page.fill("input[name=of_input]", "1M");
  assert.equal(await total(page), "5.4 USD", "a long context has a dearer tier");
  assert.ok((await page.textContent(".row .why")).includes(SOURCES.published_tier));
  assert.match(await page.textContent(".row .tier:visible"), /^Tier: \w/, "and a mark next to its price");
  await page.fill("input[name=of_input]", "30M");
  assert.match(await page.textContent(".row .over:visible"), /^30,000,000 tokens in one call are more than the context window of [\d,]+ tokens/);
  await page.fill("input[name=of_input]", "1k");
  assert.equal(await page.locator(".row :is(.tier, .over):visible").count(), 0);
  for (const unreadable of ["1e6", "abc", "-5", "1,5"]) {
    await page.fill("input[name=of_input]", unreadable);
    assert.equal(await total(page), "Correct the marked field.", unreadable);
    assert.equal(await page.getAttribute("input[name=of_input]", "aria-invalid"), "true");
  }
  await page.fill("input[name=of_input]", "");
  assert.equal(await total(page), "Enter the usage.");
  await page.fill("input[name=of_input]", "1,000");
  const said = await total(page);
  assert.match(said, /USD$/);
  await page.selectOption("select[name=model]", { label: "chat-audio" });
  assert.equal(await page.inputValue("input[name=of_input]"), "1,000", "amounts stay");
  await page.fill("input[name=model_ratio]", "");
  assert.match(await page.textContent(".row .why"), /model_ratio/, "it says why it is not known");
  await page.selectOption("select[name=model]", { label: "chat-large" });
  await page.reload();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await total(page), said, "a reload keeps it");
  await page.click("a.brand");
  await page.waitForURL(/index\.html$/);
  await page.goBack();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await total(page), said, "and so does a step back");
  await context.close();
  return "what is entered is kept, and what is not known has a reason";
}

/** Rows add up, and the address has all of them. */
async function rows({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  await page.goto(`${base}calculator.html#model=chat-large&of_input=800&of_output=200&calls=1000`);
  await page.waitForSelector("#calculator:not([hidden])");
  const one = await total(page);
  await page.click("button.add");
  const [a, b] = [one, await total(page)].map((it) => Number(it.split(" ")[0]));
  assert.equal(b, 2 * a, "a new row is a copy of the last");
  await page.click('button[data-row^="call="]');
  assert.equal(await page.locator(".row").count(), 3);
  const sums = (await page.$$eval(".sum", (all) => all.map((it) => it.textContent))).map((it) => Math.round(parseFloat(it) * 1e6));
  assert.equal(Math.round(parseFloat(await total(page)) * 1e6), sums.reduce((x, y) => x + y));
  const sum = await total(page);
  await page.reload();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.deepEqual([await page.locator(".row").count(), await total(page)], [3, sum], "the address has all rows");
  await page.locator(".row .remove").nth(1).click();
  assert.equal(await page.locator(".row").count(), 2);
  await page.goBack();
  assert.equal(await total(page), sum, "a step back brings it back");
  await page.locator('.row [name="of_input"]').first().fill("");
  await page.locator('.row [name="of_output"]').first().fill("");
  assert.ok(await page.isVisible(".partly"), "a row without a cost is named");
  await context.close();
  return "three rows, one sum";
}

module.exports = { table, table_on_a_phone, costs, calculator, rows };
