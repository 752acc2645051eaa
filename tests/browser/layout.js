// Sidebar, contents, tabs of code and the page as Markdown. Each function returns a summary of its checks.
"use strict";

const assert = require("node:assert/strict");
const { violations } = require("./pages.js");

/** The language of the examples is kept for other pages, and chosen by keyboard. */
async function tabs({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  const shown = () => page.$$eval(".tabs .snippet", (all) => all.filter((it) => it.offsetParent).map((it) => it.querySelector("code").className));
  await page.goto(`${base}social/p2/post.html`);
  assert.deepEqual(await shown(), ["rust"]);
  await page.focus('[role="tab"][aria-selected="true"]');
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shown(), ["curl"]);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "curl");
  await page.goto(`${base}zh/interfaces/chat/chat.html`);
  assert.deepEqual(await shown(), ["curl"], "it stays on the next page");
  assert.deepEqual(await violations(page), []);
  await page.click('[role="tab"]:first-child');
  assert.deepEqual(await shown(), ["rust"]);
  await context.close();
  return "by keyboard and mouse, kept for the next page";
}

/** Next to the page there is room for the sidebar; on a phone it is a drawer, also without scripts. */
async function sidebar({ open, base }) {
  for (const javaScriptEnabled of [true, false]) {
    const context = await open({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${base}social/p20/search.html`);
    const here = page.locator('.sidebar [aria-current="page"]');
    assert.equal(await here.textContent(), "search");
    assert.equal(await page.isVisible(".menu"), false);
    const inside = async () => {
      const [bar, link] = [await page.locator(".sidebar").boundingBox(), await here.boundingBox()];
      return link.y >= bar.y && link.y < bar.y + bar.height;
    };
    if (javaScriptEnabled) assert.ok(await inside(), "the sidebar begins where the page is");
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await here.isVisible(), false);
    await page.click(".menu");
    assert.ok(await here.isVisible());
    if (javaScriptEnabled) {
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press("Escape");
      assert.equal(await here.isVisible(), false);
      await page.click(".menu");
    }
    await page.click(".sidebar .close");
    assert.equal(await here.isVisible(), false);
    await context.close();
  }
  return "column and drawer, with and without scripts";
}

/** The contents mark the section that is being read; code is next to the text of an endpoint. */
async function contents({ open, base }) {
  const context = await open();
  const page = await context.newPage();
  await page.goto(`${base}guides/errors.html`);
  const marked = () => page.textContent('.contents [aria-current="location"]');
  const first = await marked();
  await page.click(".contents li:nth-child(3) a");
  await page.waitForFunction((first) => document.querySelector(".contents [aria-current]").textContent !== first, first);
  await page.goto(`${base}social/p2/post.html`);
  const [text, code] = [await page.locator(".details").boundingBox(), await page.locator(".examples").boundingBox()];
  assert.ok(code.x >= text.x + text.width && code.y < text.y, "the code is on the right");
  await page.evaluate(() => scrollTo(0, 600));
  assert.ok(await page.locator(".tabs").isVisible() && (await page.locator(".tabs").boundingBox()).y >= 0, "it stays in view");
  await context.close();
  return "the current section is marked, and code stays in view";
}

/** The whole page is copied as Markdown. */
async function markdown({ open, base }) {
  const context = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  for (const name of ["social/p2/post", "zh/guides/chat"]) {
    await page.goto(`${base}${name}.html`);
    await page.click(".copy-page");
    const says = name.startsWith("zh/") ? "已复制" : "Copied";
    await page.waitForFunction((says) => document.querySelector(".copy-page").textContent.includes(says), says);
    const twin = await (await context.request.get(`${base}${name}.md`)).text();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), twin);
  }
  await context.close();
  return "two pages, letter by letter";
}

module.exports = { tabs, sidebar, contents, markdown };
