// Search, copying and the switches, by keyboard and mouse. Each function returns a summary of its checks.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { violations } = require("./pages.js");

/** Types into the search box by keyboard alone, and goes where the first result leads. */
async function search({ open, base, sample }) {
  const context = await open();
  const page = await context.newPage();
  const language = (url) => url.startsWith(base) && (url.startsWith(`${base}zh/`) ? "zh" : "en");
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
    ["index.html", "paging", /guides\/pagination\.html$/],
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
    ["index.html", "429", /guides\/errors\.html#errors-by-http-status$/],
    ["index.html", "128k", /models\.html#context=128k$/],
    ["index.html", "pagnation", /guides\/pagination\.html$/],
    ["zh/index.html", "怎么收费", /zh\/guides\/billing\.html$/],
    ["zh/index.html", "上下文", /zh\/models\.html$/],
  ]) {
    // In a sample, a search starts on the page that the last one found, unless it is to find that page again.
    const there = language(page.url()) === language(base + start) && !wanted.test(page.url());
    if (!sample || !there) await page.goto(base + start);
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await page.waitForSelector('#results [role="option"][aria-selected="true"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const before = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    assert.match(page.url(), wanted, `“${words}” finds ${page.url()}`);
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
  assert.ok(await says("index.html", "wrokflow", "No results for “wrokflow”; showing “workflow”."));
  assert.ok(await says("zh/index.html", "wrokflow", "没有“wrokflow”的结果，已显示“workflow”的结果。"));
  assert.ok(await says("index.html", "quantum budgets", "No page contains all of these words; showing the closest matches."));
  assert.ok(await says("zh/index.html", "限制并发", "没有包含全部关键词的页面，已显示最接近的结果。"));
  assert.equal(await says("index.html", "xyzzy", "No results. Try fewer words, or the name of a platform, model or parameter."), 0);
  assert.equal(await page.getAttribute("#search", "aria-activedescendant"), null);
  assert.deepEqual(await violations(page), []);
  // Enter that ends a word of an input method is not for the list.
  await page.fill("#search", "tea");
  await page.waitForSelector('#results [aria-selected="true"]');
  const address = page.url();
  const enter = (it) => it.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }));
  assert.ok(await page.$eval("#search", enter), "the list leaves the key to the input method");
  assert.equal(page.url(), address);
  await context.close();
  return "found by keyboard in both languages";
}

async function copying({ open, base }) {
  const context = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  let copied = 0;
  for (const name of ["index.html", "social/p2/post.html", "interfaces/audio/speech.html", "guides/chat.html"]) {
    await page.goto(base + name);
    const twin = await (await context.request.get(base + name.replace(".html", ".md"))).text();
    for (const snippet of await page.$$(".snippet")) {
      const tab = await snippet.getAttribute("aria-labelledby");
      if (tab) await page.click(`#${tab}`);
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
    ["index.html", ["P20", "0.02"]],
    ["social/p2/post.html", ["note_id", "share_text", "PostTarget::note_id", "curl"]],
    ["models.html", ["chat-large", "not published"]],
    ["models/chat-large.html", ["models::chat::CHAT_LARGE"]],
    ["model-list/2.html", ["video-e-text"]],
    ["calculator.html", ["JavaScript", "chat-small"]],
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

module.exports = { search, copying, without_scripts, as_files, switches };
