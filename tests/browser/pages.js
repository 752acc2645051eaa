// What every page has to be: silent, within itself, for everybody, as wide as its window, and without dead ends.
"use strict";

const AXE = require("node:fs").readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

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

async function violations(page) {
  // The page's policy lets no other script in: it goes in from outside.
  await page.evaluate(AXE);
  const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), RULES);
  return found.violations.map((it) => `${it.id}: ${it.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ")}`);
}

const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Runs `work` on all of a list, some at a time, each in a page of its own. */
async function each(context, list, work, atOnce = 3) {
  const waiting = [...list];
  const worker = async () => {
    const page = await context.newPage();
    for (let it = waiting.shift(); it !== undefined; it = waiting.shift()) await work(page, it);
    await page.close();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

module.exports = { watch, violations, sideways, each };
