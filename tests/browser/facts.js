// Facts on the pages against those of the catalog. Each function returns a summary of its checks.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

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

/** Facts on the page of an endpoint: of the document that is shown, or of `html`. */
function read(html) {
  const root = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    price: root.querySelector("[data-price]").innerText,
    params: Object.fromEntries(all("[data-param]").map((it) => [it.dataset.param, it.dataset.need])),
    groups: all("[data-group]").map((it) => [...it.querySelectorAll("code")].map((code) => code.innerText)),
    paused: Boolean(root.querySelector("h1 .badge.paused")),
  };
}

/** Compares the facts on a page with the catalog; returns the number of parameters. */
function compare(shown, cell) {
  const price = cell.price_usd === undefined ? "—" : `${cell.price_usd} USD`;
  assert.ok(shown.price.trim().startsWith(price), `${cell.page}: ${shown.price} for ${price}`);
  const grouped = (cell.require_one_of || []).flat();
  const needs = cell.params.map((it) => [it.name, it.required ? "required" : grouped.includes(it.name) ? "one-of" : it.required === false ? "optional" : "unknown"]);
  for (const [name, need] of needs) assert.ok(shown.params[name] === need || (need === "required" && grouped.includes(name)), `${cell.page} ${name}: ${shown.params[name]} for ${need}`);
  assert.equal(Object.keys(shown.params).length, needs.length, cell.page);
  const sorted = (groups) => JSON.stringify(groups.map((it) => [...it].sort()).sort());
  assert.equal(sorted(shown.groups), sorted(cell.require_one_of || []), cell.page);
  assert.equal(shown.paused, cell.status === "paused", cell.page);
  return needs.length;
}

/** Prices, parameters and groups on every page are those of the catalog. A sample renders only the toured pages. */
async function oracle({ open, base, folder, known, toured }) {
  const context = await open();
  const page = await context.newPage();
  const rendered = known.cells.filter((it) => toured.includes(it.page));
  assert.ok(rendered.length > 0, "the sample has no endpoint");
  let params = 0;
  for (const cell of known.cells) {
    params += compare(await page.evaluate(read, fs.readFileSync(path.join(folder, cell.page), "utf8")), cell);
  }
  for (const cell of rendered) {
    await page.goto(base + cell.page);
    compare(await page.evaluate(read, null), cell);
  }
  await context.close();
  return `${known.cells.length} cells, ${params} parameters; ${rendered.length} of them rendered`;
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

module.exports = { changes, oracle, feeds };
