// The docs site in a real browser. `node suite.js SITE FACTS`: SITE is its folder, FACTS a JSON file with what has to be
// found there. Says what it looked at, a line each, and every problem; exit status 1 if there is one.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");
const { each, sideways, violations, watch } = require("./pages.js");
const serve = require("./serve.js");
const uses = require("./uses.js");

const [folder, facts] = process.argv.slice(2);
const known = JSON.parse(fs.readFileSync(facts, "utf8"));
const files = fs.readdirSync(folder, { recursive: true }).map((it) => it.split(path.sep).join("/"));
const pages = files.filter((it) => it.endsWith(".html")).sort();
const problems = [];

/** One page of each kind, for what takes long. */
const KINDS = known.hostile ? [] : [
  "index.html", "social/p1.html", "social/p2/post.html", "interfaces/chat/chat.html",
  "interfaces/image/image.html", "interfaces/audio/speech.html", "interfaces/video/a_text_to_video.html",
  "models.html", "models.html#compare=chat-large,chat-audio,image-4k", "models/chat-large.html",
  "calculator.html", "calculator.html#model=chat-large&of_input=1000&model_ratio=2",
  "zh/index.html", "zh/social/p2/post.html", "zh/models.html", "zh/models/chat-large.html", "zh/guides/videos.html", "zh/changelog.html",
  "guides.html", "guides/use.html", "workflow/clip-from-text.html", "guides/chat.html", "guides/videos.html", "workflow.html", "changelog.html", "downloads.html",
];

async function main() {
  const site = await serve(folder, "/some/where/");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "chromium", args: ["--no-sandbox"] });
  const open = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    await watch(context, site.base, problems);
    return context;
  };

  const context = await open();
  const seen = new Map();
  let checks = 0;
  await each(context, pages, async (page, name) => {
    const say = (text) => problems.push(`${name}: ${text}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(site.base + name);
    for (const it of await violations(page)) say(it);
    const found = await page.evaluate(() => ({
      reports: window.reports,
      ran: window.ran,
      ids: [...document.querySelectorAll("[id]")].map((it) => it.id),
      links: [...document.querySelectorAll("a[href], link[href], script[src]")].map((it) => it.href || it.src),
    }));
    for (const it of found.reports) say(`policy: ${it}`);
    if (found.ran) say("a foreign script ran");
    seen.set(name, found);
    await page.setViewportSize({ width: 320, height: 700 });
    if (await sideways(page)) say("scrolls sideways at 320 px");
    checks += 4;
  });
  console.log(`${pages.length} pages, ${checks} checks`);

  let links = 0;
  for (const [name, { links: targets }] of seen) {
    for (const target of new Set(targets)) {
      links += 1;
      const [address, fragment] = target.split("#");
      const file = decodeURIComponent(address.replace(site.base, ""));
      if (!address.startsWith(site.base) || !files.includes(file)) problems.push(`${name}: leads nowhere: ${target}`);
      // What stands behind a # of these is what they are set to.
      else if (fragment && !/(^|\/)(models|calculator)\.html$/.test(file) && !seen.get(file)?.ids.includes(fragment)) problems.push(`${name}: no such place: ${target}`);
    }
  }
  console.log(`${links} links`);
  await context.close();

  let looks = 0;
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [320, 768, 1280]) {
      const context = await open({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" });
      await each(context, KINDS, async (page, name) => {
        await page.goto(site.base + name);
        for (const it of await violations(page)) problems.push(`${name} at ${width} px, ${colorScheme}: ${it}`);
        if (await sideways(page)) problems.push(`${name} at ${width} px: scrolls sideways`);
        looks += 2;
      });
      await context.close();
    }
  }
  console.log(`${looks} looks at kinds of pages, in two themes and at three widths`);

  if (!known.hostile) {
    for (const [name, use] of Object.entries(uses)) {
      try {
        console.log(`${name}: ${await use({ open, base: site.base, folder, known })}`);
      } catch (error) {
        problems.push(`${name}: ${error.message}`);
      }
    }
  }
  await browser.close();
  site.close();
  for (const it of problems) console.error(it);
  console.log(`${problems.length} problems`);
  process.exit(problems.length ? 1 : 0);
}

main();
