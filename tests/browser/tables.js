// The table of models and the calculator. Each function returns a summary of its checks.
"use strict";

const assert = require("node:assert/strict");

/** Sorting, filters, comparing: all of it in the address, which survives a reload and a step back. */
async function table({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  const shown = (of) => page.$$eval("#models tbody tr:not([hidden])", (rows, of) => rows.map((it) => it.dataset[of]), of);
  const prices = () => shown("price");
  await page.goto(`${base}models.html`);
  for (const down of [false, true]) {
    await page.click('th[data-sort="price"] button');
    const all = await prices();
    const known = all.filter(Boolean);
    const units = await shown("per");
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
  assert.equal((await prices()).length, filtered, "a reload keeps it");
  await page.goBack();
  assert.ok((await prices()).length > filtered, "a step back takes it back");
  await page.goForward();
  assert.equal((await prices()).length, filtered);
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
  await page.fill('input[name="q"]', "chat-large");
  assert.ok((await prices()).length < 5);
  await page.goto("about:blank");
  await page.goto(`${base}models.html#compare=%E0%A4%A,chat-large,no-such-model,chat-audio&type=no-such-type&context=100k`);
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
  const buttons = await page.$$("#models thead button");
  for (const button of buttons) {
    const box = await button.boundingBox();
    assert.ok(box.width > 20 && box.height >= 24 && box.x >= 0 && box.x + box.width <= 320, "it can be touched");
  }
  await page.click('th[data-sort="price"] button');
  assert.match(page.url(), /#sort=price$/);
  await context.close();
  return `${buttons.length} ways to sort`;
}

/** Costs whose address is opened anew; in a sample one for each set of fields. The rest only change the fragment. */
function loaded(costs, sample) {
  if (!sample) return costs;
  const fields = (it) => [...Object.keys(it.fields), it.cost === null].join();
  return costs.filter((it, at) => costs.findIndex((other) => fields(other) === fields(it)) === at);
}

/** Costs as the client itself reckons them. */
async function calculator({ open, base, known, sample }) {
  const context = await open();
  const page = await context.newPage();
  const address = ({ model, fields }) => `${base}calculator.html#${new URLSearchParams({ model, ...fields })}`;
  const sources = { published: "Calculated from the published price.", published_tier: "the factor of the tier (assumption)", book_faces: "book_faces", model_price: "model_price", model_ratio: "model_ratio" };
  const check = ([found, why], { model, fields, cost, by }) => {
    const of = `${model} ${JSON.stringify(fields)}`;
    assert.equal(found, cost === null ? "unknown" : `${cost} USD`, of);
    if (by) assert.ok(why.includes(sources[by]), `${of}: ${why}`);
  };
  const said_of = async () => [await page.textContent("output"), await page.textContent(".why")];
  for (const it of loaded(known.costs, sample)) {
    await page.goto("about:blank"); // without it, only the fragment would change
    await page.goto(address(it));
    await page.waitForSelector("#calculator:not([hidden])");
    check(await said_of(), it);
  }
  const found = await page.evaluate(async (addresses) => {
    const outputs = [];
    for (const it of addresses) {
      if (location.href !== it) {
        const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.href = it;
        await changed;
      }
      outputs.push([document.querySelector("output").textContent, document.querySelector(".why").textContent]);
    }
    return outputs;
  }, known.costs.map(address));
  known.costs.forEach((it, at) => check(found[at], it));
  await page.goto(`${base}calculator.html`);
  await page.selectOption("select[name=model]", "chat-large");
  await page.fill("input[name=of_input]", "1000");
  assert.equal(await page.textContent("output"), "0.0027 USD", "the published price needs no unit");
  assert.equal(await page.textContent(".why"), "Calculated from the published price.");
  await page.fill("input[name=model_ratio]", "2");
  assert.equal(await page.textContent("output"), "0.0027 USD", "and goes before numbers that have one");
  await page.fill("input[name=of_input]", "1M");
  assert.equal(await page.textContent("output"), "5.4 USD", "a long context has a dearer tier");
  assert.match(await page.textContent(".why"), /the factor of the tier \(assumption\)/);
  for (const unreadable of ["1e6", "abc", "-5", "1,5"]) {
    await page.fill("input[name=of_input]", unreadable);
    assert.equal(await page.textContent("output"), "Correct the marked field.", unreadable);
    assert.equal(await page.getAttribute("input[name=of_input]", "aria-invalid"), "true");
  }
  await page.fill("input[name=of_input]", "");
  assert.equal(await page.textContent("output"), "Enter the usage.");
  await page.fill("input[name=of_input]", "1,000");
  const said = await page.textContent("output");
  assert.match(said, /USD$/);
  await page.selectOption("select[name=model]", "chat-audio");
  assert.equal(await page.inputValue("input[name=of_input]"), "1,000", "amounts stay");
  await page.fill("input[name=model_ratio]", "");
  assert.match(await page.textContent(".why"), /model_ratio/, "it says why it is not known");
  await page.selectOption("select[name=model]", "chat-large");
  await page.reload();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await page.textContent("output"), said, "a reload keeps it");
  await page.click("a.brand");
  await page.waitForURL(/index\.html$/);
  await page.goBack();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await page.textContent("output"), said, "and so does a step back");
  await context.close();
  return `${known.costs.length} costs as the client has them`;
}

module.exports = { table, table_on_a_phone, calculator };
