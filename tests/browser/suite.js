// The docs site in a real browser: `node suite.js SITE FACTS [--sample]`. SITE is its folder, FACTS a JSON file with the
// facts that its pages have to show; if it has `only`, only that part runs. `--sample` renders only representative pages
// of each template. Prints the number of checks and the time of each part, and every problem; exit status 1 if there is one.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");
const { each, look, visit, watch } = require("./pages.js");
const { LANGUAGE, choose, outline, states } = require("./sample.js");
const serve = require("./serve.js");
const valid = require("./valid.js");
const uses = { ...require("./uses.js"), ...require("./tables.js"), ...require("./facts.js"), ...require("./layout.js") };

const [folder, facts, option] = process.argv.slice(2);
assert.ok([undefined, "--sample"].includes(option), `unknown option \`${option}\``);
const sample = option === "--sample";
const known = JSON.parse(fs.readFileSync(facts, "utf8"));
const files = new Set(fs.readdirSync(folder, { recursive: true }).map((it) => it.split(path.sep).join("/")));
const pages = [...files].filter((it) => it.endsWith(".html")).sort();
const problems = [];
const times = [];

/** Runs a part of the suite, prints its summary and notes its time. */
async function part(name, work) {
  const begun = performance.now();
  let seconds;
  try {
    const summary = await work((it) => { seconds = it; });
    console.log(`${name}: ${summary}`);
  } catch (error) {
    problems.push(`${name}: ${error.stack}`);
  }
  times.push(`${(seconds ?? (performance.now() - begun) / 1000).toFixed(1).padStart(6)} s ${name}`);
}

/** Reads all pages without rendering them. */
async function outlines(open, base) {
  const context = await open();
  const all = new Map();
  await each(context, pages, async (page, name) => {
    const found = await page.evaluate(outline, fs.readFileSync(path.join(folder, name), "utf8"));
    const links = found.links.map((it) => new URL(it, base + name).href);
    const targets = links.map((it) => decodeURIComponent(it.split("#")[0].replace(base, "")));
    all.set(name, { ...found, links, targets });
  });
  await context.close();
  return all;
}

/** Looks at pages: all of `names` once, those of `looks` also in each theme and at each width. */
async function tour(open, base, seen, { names, looks, axe }) {
  const context = await open();
  let count = 0;
  await each(context, names, async (page, name) => {
    const say = (text) => problems.push(`${name}: ${text}`);
    const found = await visit(page, base, name, { axe: axe.has(name), say });
    const known = seen.get(name.split("#")[0]);
    known.ids.push(...found.ids);
    known.links.push(...found.links);
    if (!looks.has(name)) return;
    await look(page, say, sample);
    count += 1;
  });
  await context.close();
  return `${names.length} of ${pages.length} pages; ${count} of them in two themes and at three widths`;
}

/** Checks the links of all pages, and of the toured ones those that scripts made. */
function links(base, seen) {
  let count = 0;
  for (const [name, { links: targets }] of seen) {
    for (const target of new Set(targets)) {
      count += 1;
      const [address, fragment] = target.split("#");
      const file = decodeURIComponent(address.replace(base, ""));
      if (!address.startsWith(base) || !files.has(file)) problems.push(`${name}: leads nowhere: ${target}`);
      // The fragment of these two is their state.
      else if (fragment && !/(^|\/)(models|calculator)\.html$/.test(file) && !seen.get(file)?.ids.includes(fragment)) problems.push(`${name}: no such place: ${target}`);
    }
  }
  return `${count} on ${seen.size} pages`;
}

async function main() {
  const validated = known.hostile || known.only ? null : valid.start(folder, pages);
  const site = await serve(folder, "/some/where/");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "chromium", args: ["--no-sandbox"] });
  const open = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    // A busy machine takes its time; what never comes still fails.
    context.setDefaultTimeout(600_000);
    await watch(context, site.base, problems);
    return context;
  };

  if (known.only) {
    await part(known.only, () => uses[known.only]({ open, base: site.base, folder, known, sample: false }));
    return end(browser, site);
  }
  const seen = await outlines(open, site.base);
  const { covering, largest } = choose(seen, (known.changes || []).map((it) => it.page));
  const english = (it) => it.match(LANGUAGE)[0] === "";
  const chosen = sample ? covering.filter((it) => english(it) || largest.includes(it)) : pages;
  // Text of a hostile catalog can be on any page: each is opened in a sample too.
  const names = sample && !known.hostile ? chosen : pages;
  const state = known.hostile ? [] : states(known.costs);
  const looked = sample ? largest.filter(english) : covering;
  const looks = new Set(known.hostile ? [] : [...looked, ...state]);
  // The looks of a sample begin with the one that the visit would take.
  const axe = new Set(sample ? chosen.filter((it) => !looks.has(it)) : pages);
  await part("tour", () => tour(open, site.base, seen, { names: [...state, ...names], looks, axe }));
  await part("links", () => links(site.base, seen));
  if (!known.hostile) {
    const waiting = Object.entries(uses);
    const worker = async () => {
      for (let it = waiting.shift(); it; it = waiting.shift()) {
        const [name, use] = it;
        await part(name, () => use({ open, base: site.base, folder, known, sample, toured: names }));
      }
    };
    await Promise.all([worker(), worker()]);
    await part("valid", async (took) => {
      const { messages, seconds } = await validated;
      took(seconds);
      assert.deepEqual(messages.slice(0, 20), []);
      return `${pages.length} pages`;
    });
  }
  await end(browser, site);
}

/** Prints the problems and the times, and ends. */
async function end(browser, site) {
  await browser.close();
  site.close();
  for (const it of problems) console.error(it);
  console.log(times.join("\n"));
  console.log(`${problems.length} problems`);
  process.exit(problems.length ? 1 : 0);
}

main();
