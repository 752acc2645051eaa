// Checks of single pages: silent, without foreign requests, accessible, as wide as the window, and without dead links.
"use strict";

const { availableParallelism } = require("node:os");
const AXE = require("node:fs").readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules with results that depend on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
const LOOKS = ["light", "dark"].flatMap((colorScheme) => [1280, 768, 320].map((width) => ({ colorScheme, width })));

/** Notes everything that a page should not do. */
async function watch(context, base, problems) {
  await context.addInitScript(() => {
    window.reports = [];
    document.addEventListener("securitypolicyviolation", (event) => window.reports.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  context.on("page", (page) => {
    const say = (text) => problems.push(`${page.url().replace(base, "")}: ${text}`);
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && say(`console: ${message.text()}`));
    page.on("pageerror", (error) => say(`script: ${error.message}`));
    page.on("dialog", (dialog) => { say(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => request.url().startsWith(base) || say(`asked elsewhere: ${request.url()}`));
    page.on("response", (response) => response.status() < 400 || say(`${response.status()}: ${response.url()}`));
  });
}

async function violations(page, runOnly = RULES) {
  // The page's policy lets no other script in: it goes in from outside. Once is enough for a document.
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(AXE);
  const found = await page.evaluate((runOnly) => window.axe.run(document, { runOnly, resultTypes: ["violations"] }), runOnly);
  return found.violations.map((it) => `${it.id}: ${it.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ")}`);
}

const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Runs `work` on all of a list, one for each core at a time, each worker in one page. */
async function each(context, list, work) {
  const waiting = [...list];
  const worker = async () => {
    const page = await context.newPage();
    for (let it = waiting.shift(); it !== undefined; it = waiting.shift()) await work(page, it);
    await page.close();
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
}

/** Opens a page and looks at it at 1280 px and 320 px. Returns its ids and links, those made by scripts included. */
async function visit(page, base, name, { axe, say }) {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  if (name.includes("#")) await page.goto("about:blank"); // without it, only the fragment might change
  await page.goto(base + name);
  if (axe) for (const it of await violations(page)) say(it);
  const found = await page.evaluate(() => ({
    reports: window.reports,
    ran: window.ran,
    ids: [...document.querySelectorAll("[id]")].map((it) => it.id),
    links: [...document.querySelectorAll("a[href], link[href], script[src]")].map((it) => it.href || it.src),
  }));
  for (const it of found.reports) say(`policy: ${it}`);
  if (found.ran) say("a foreign script ran");
  await page.setViewportSize({ width: 320, height: 700 });
  if (await sideways(page)) say("scrolls sideways at 320 px");
  return found;
}

/** Looks at the open page in each theme and at each width. A sample checks only the colours of the dark theme. */
async function look(page, say, sample) {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const rules = sample && colorScheme === "dark" ? { type: "rule", values: COLOURS } : RULES;
    for (const it of await violations(page, rules)) say(`at ${width} px, ${colorScheme}: ${it}`);
    if (await sideways(page)) say(`at ${width} px, ${colorScheme}: scrolls sideways`);
  }
}

module.exports = { watch, violations, each, visit, look };
