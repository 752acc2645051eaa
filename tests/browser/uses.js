// What people do with the site, by keyboard and mouse. Each returns what it saw, in a few words.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { HtmlValidate } = require("html-validate");
const { violations } = require("./pages.js");

/** Types into the search box by keyboard alone, and goes where the first result leads. */
async function search({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  for (const [start, words, wanted] of [
    ["index.html", "p2 post", /social\/p2\/post\.html$/],
    ["guides/chat.html", "share_text", /social\/.*\.html$/],
    ["zh/index.html", "转写录音", /zh\/guides\/audio\.html$/],
    ["zh/models.html", "预算", /zh\/guides\/budgets\.html$/],
    ["models.html", "chat-large", /models\/chat-large\.html$/],
    ["index.html", "CHAT_LARGE", /models\/chat-large\.html$/],
    ["index.html", "lifestyle search", /social\/p\d+\/search\.html$/],
    ["index.html", "forum comments", /social\/p17\/comments\.html$/],
    ["index.html", "calculator", /calculator\.html$/],
    ["index.html", "SLA", /guides\/use\.html$/],
    ["index.html", "model", /models\.html$/],
    ["index.html", "paging", /social\/.*\.html$/],
    ["zh/index.html", "搜索", /zh\/social\/p\d+\/search\.html$/],
    ["zh/index.html", "评论", /zh\/social\/p\d+\/comments\.html$/],
    ["zh/index.html", "短视频", /zh\/social\/p\d+.*\.html$/],
    ["zh/index.html", "视频", /zh\/guides\/videos\.html$/],
    ["index.html", "PostTarget", /social\/p\d+\/post\.html$/],
    ["index.html", "client.p2().post", /social\/p2\/post\.html$/],
    ["index.html", "authorization header", /guides\/authentication\.html$/],
    ["index.html", "GET /v1/videos/{task_id}", /guides\/videos\.html$/],
    ["index.html", "How do I get comments?", /social\/p\d+\/comments\.html$/],
    ["index.html", "context 200,000", /models\/chat-.*\.html$/],
    ["zh/index.html", "怎么收费", /zh\/guides\/billing\.html$/],
    ["zh/index.html", "上下文", /zh\/models\.html$/],
  ]) {
    await page.goto(base + start);
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await page.waitForSelector('#results [role="option"][aria-selected="true"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(wanted);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("tea");
  await page.waitForSelector("#results:not([hidden])");
  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#results"));
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#results", { state: "visible" });
  await page.keyboard.press("Tab");
  assert.ok(await page.isHidden("#results"), "Tab goes on");
  await page.goto(`${base}index.html`);
  await page.fill("#search", "p");
  await page.waitForSelector(".found [role=status]:not(:empty)");
  assert.match(await page.textContent(".found [role=status]"), /^24 of \d+ shown/, "it says that there are more");
  const says = async (start, words, wanted) => {
    await page.goto(base + start);
    await page.fill("#search", words);
    await page.waitForFunction((wanted) => document.querySelector(".found [role=status]").textContent === wanted, wanted);
    return page.locator("#results [role=option]").count();
  };
  assert.ok(await says("index.html", "wrokflow", "Nothing for “wrokflow”; showing “workflow”."));
  assert.ok(await says("zh/index.html", "wrokflow", "没有“wrokflow”的结果，改为显示“workflow”。"));
  assert.ok(await says("index.html", "quantum budgets", "No page has all of these words; showing those with most of them."));
  assert.ok(await says("zh/index.html", "限制并发", "没有包含全部词语的页面，改为显示包含其中多数的页面。"));
  assert.equal(await says("index.html", "xyzzy", "Nothing found. Try fewer words, or the name of a platform, a model or a parameter."), 0);
  assert.equal(await page.getAttribute("#search", "aria-activedescendant"), null);
  assert.deepEqual(await violations(page), []);
  // Enter that ends a word of an input method is not for the list.
  await page.fill("#search", "tea");
  await page.waitForSelector('#results [aria-selected="true"]');
  const address = page.url();
  await page.$eval("#search", (it) => it.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })));
  await page.waitForTimeout(100);
  assert.equal(page.url(), address);
  await context.close();
  return "found by keyboard in both languages";
}

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
  assert.match(await page.textContent(".chosen [role=status]"), /^One model chosen/);
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
  assert.equal(await page.textContent("[data-count]"), "No model fits these filters.");
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

/** What refreshes changed: all of it in the changelog, and what changed of an endpoint or a model on its page. */
async function changes({ open, base, known }) {
  const context = await open();
  const page = await context.newPage();
  const read = async (name) => {
    await page.goto(base + name);
    return page.innerText("main");
  };
  const changelog = await read("changelog.html");
  for (const it of known.changes) {
    assert.ok(changelog.includes(it.says), it.says);
    assert.ok((await read(it.page)).includes(it.says), `${it.page}: ${it.says}`);
  }
  await context.close();
  return `${known.changes.length} on their pages`;
}

/** Costs as the client itself reckons them. */
async function calculator({ open, base, known }) {
  const context = await open();
  const page = await context.newPage();
  for (const { model, fields, cost } of known.costs) {
    await page.goto("about:blank");
    await page.goto(`${base}calculator.html#${new URLSearchParams({ model, ...fields })}`);
    await page.waitForSelector("#calculator:not([hidden])");
    assert.equal(await page.textContent("output"), cost === null ? "not known" : `${cost} USD`, `${model} ${JSON.stringify(fields)}`);
  }
  await page.goto(`${base}calculator.html`);
  await page.selectOption("select[name=model]", "chat-large");
  await page.fill("input[name=of_input]", "1000");
  await page.fill("input[name=model_ratio]", "2");
  assert.match(await page.textContent("output"), /USD$/);
  for (const unreadable of ["1e6", "abc", "-5", "1,5"]) {
    await page.fill("input[name=of_input]", unreadable);
    assert.equal(await page.textContent("output"), "Correct the marked field.", unreadable);
    assert.equal(await page.getAttribute("input[name=of_input]", "aria-invalid"), "true");
  }
  await page.fill("input[name=of_input]", "");
  assert.equal(await page.textContent("output"), "Enter an amount.");
  await page.fill("input[name=of_input]", "1,000");
  const said = await page.textContent("output");
  assert.match(said, /USD$/);
  await page.selectOption("select[name=model]", "chat-audio");
  assert.equal(await page.inputValue("input[name=of_input]"), "1,000", "amounts stay");
  await page.fill("input[name=model_ratio]", "");
  assert.match(await page.textContent(".why"), /model_ratio/, "it says why it is not known");
  await page.selectOption("select[name=model]", "chat-large");
  assert.match(await page.textContent(".why"), /Listed selling prices: input 2\.7, output 13\.5, .* USD \/ 1M tokens/);
  await page.fill("input[name=model_ratio]", "2");
  await page.reload();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await page.textContent("output"), said, "a reload keeps it");
  await page.click("a.brand");
  await page.goBack();
  await page.waitForSelector("#calculator:not([hidden])");
  assert.equal(await page.textContent("output"), said, "and so does a step back");
  await context.close();
  return `${known.costs.length} costs as the client has them`;
}

async function copying({ open, base }) {
  const context = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  let copied = 0;
  for (const name of ["index.html", "social/p2/post.html", "interfaces/audio/speech.html", "guides/chat.html"]) {
    await page.goto(base + name);
    const twin = await (await context.request.get(base + name.replace(".html", ".md"))).text();
    for (const snippet of await page.$$(".snippet")) {
      await (await snippet.$("button.copy")).click();
      const code = await (await snippet.$("pre code")).textContent();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code, name);
      assert.ok(twin.includes(code.trim()), `${name}: the twin has another snippet`);
      copied += 1;
    }
  }
  await context.close();
  return `${copied} snippets, letter by letter`;
}

/** Without scripts everything is there to be read. */
async function without_scripts({ open, base, known }) {
  const context = await open({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [name, words] of [
    ["index.html", ["p20", "0.02"]],
    ["social/p2/post.html", ["note_id", "share_text", "PostTarget::note_id", "curl"]],
    ["models.html", ["chat-large", "not published"]],
    ["models/chat-large.html", ["models::chat::CHAT_LARGE"]],
    ["calculator.html", ["JavaScript"]],
    ["zh/guides/chat.html", ["工具"]],
  ]) {
    await page.goto(base + name);
    const text = await page.innerText("main");
    for (const word of words) assert.ok(text.includes(word), `${name} without scripts lacks ${word}`);
    assert.equal(await page.locator("button:visible").count(), 0, `${name}: buttons that do nothing`);
  }
  assert.ok(known.cells.length > 0);
  await context.close();
  return "everything can be read";
}

/** Opened as files, without any server. */
async function as_files({ open, folder }) {
  const context = await open();
  context.removeAllListeners("page"); // files are elsewhere
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file://") || errors.push(`asked elsewhere: ${request.url()}`));
  await page.goto(`file://${path.resolve(folder)}/index.html`);
  await page.keyboard.press("/");
  await page.keyboard.type("p2 post");
  await page.waitForSelector('#results [role="option"][aria-selected="true"]');
  await page.keyboard.press("Enter");
  await page.waitForURL(/social\/p2\/post\.html$/);
  await page.click("a.language");
  await page.waitForURL(/zh\/social\/p2\/post\.html$/);
  await page.goto(`file://${path.resolve(folder)}/models.html`);
  await page.click('th[data-sort="name"] button');
  assert.match(page.url(), /#sort=name$/);
  assert.deepEqual(errors, []);
  await context.close();
  return "search, language and table work";
}

/** The switch of languages stays on the page; the theme stays with the reader. */
async function switches({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  await page.goto(`${base}models/chat-large.html`);
  await page.click("a.language");
  await page.waitForURL(/zh\/models\/chat-large\.html$/);
  assert.equal(await page.getAttribute("html", "lang"), "zh");
  await page.goto(`${base}models.html#sort=name`);
  await page.click("a.language");
  await page.waitForURL(/zh\/models\.html#sort=name$/);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.click("button.theme");
  assert.notEqual(await paper(), before);
  const chosen = await paper();
  await page.goto(`${base}guides/chat.html`);
  assert.equal(await paper(), chosen, "it stays on the next page");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.click("button.theme");
  assert.equal(await page.evaluate(() => localStorage.getItem("theme")), null, "the system's is not a choice");
  await context.close();
  return "language, theme, skip link";
}

/** Prices, parameters and groups, read back from the pages, are those of the catalog. */
async function oracle({ open, base, known }) {
  const context = await open();
  const page = await context.newPage();
  let params = 0;
  for (const cell of known.cells) {
    await page.goto(base + cell.page);
    const shown = await page.evaluate(() => ({
      price: document.querySelector("[data-price]").innerText,
      params: Object.fromEntries([...document.querySelectorAll("[data-param]")].map((it) => [it.dataset.param, it.dataset.need])),
      groups: [...document.querySelectorAll("[data-group]")].map((it) => [...it.querySelectorAll("code")].map((code) => code.innerText)),
      paused: Boolean(document.querySelector("h1 .badge.paused")),
    }));
    const price = cell.price_usd === undefined ? "not published" : `${cell.price_usd} USD`;
    assert.ok(shown.price.startsWith(price), `${cell.page}: ${shown.price} for ${price}`);
    const grouped = (cell.require_one_of || []).flat();
    const needs = cell.params.map((it) => [it.name, it.required ? "required" : grouped.includes(it.name) ? "one-of" : it.required === false ? "optional" : "unknown"]);
    for (const [name, need] of needs) assert.ok(shown.params[name] === need || (need === "required" && grouped.includes(name)), `${cell.page} ${name}: ${shown.params[name]} for ${need}`);
    assert.equal(Object.keys(shown.params).length, needs.length, cell.page);
    const sorted = (groups) => JSON.stringify(groups.map((it) => [...it].sort()).sort());
    assert.equal(sorted(shown.groups), sorted(cell.require_one_of || []), cell.page);
    assert.equal(shown.paused, cell.status === "paused", cell.page);
    params += needs.length;
  }
  await context.close();
  return `${known.cells.length} cells, ${params} parameters`;
}

async function valid({ folder }) {
  const validate = new HtmlValidate({ extends: ["html-validate:standard"], rules: {
    "no-trailing-whitespace": "off", // of no meaning
    "long-title": "off",
    "prefer-native-element": "off", // a combobox is more than a select
    "no-redundant-role": "off",
    "require-sri": "off",
  } });
  const files = fs.readdirSync(folder, { recursive: true }).filter((it) => it.endsWith(".html"));
  const messages = [];
  for (const file of files) {
    const report = await validate.validateFile(path.join(folder, file));
    for (const result of report.results) for (const it of result.messages) messages.push(`${file}:${it.line} ${it.ruleId}: ${it.message}`);
  }
  assert.deepEqual(messages.slice(0, 20), []);
  return `${files.length} pages`;
}

/** What readers of feeds and search engines take is well-formed. */
async function feeds({ open, folder }) {
  const context = await open();
  const page = await context.newPage();
  for (const file of ["feed.xml", "sitemap.xml"]) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const wrong = (text) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent;
    assert.equal(await page.evaluate(wrong, text), undefined, file);
    assert.match(String(await page.evaluate(wrong, text.slice(0, -9))), /error/, `${file}, cut short`);
  }
  await context.close();
  return "feed and sitemap are well-formed";
}

module.exports = { search, table, table_on_a_phone, changes, calculator, copying, without_scripts, as_files, switches, oracle, valid, feeds };
