// Runs queries in the site's own search: `node search.js SITE QUERIES`. QUERIES is a JSON file with a list of
// `[language, query, expected]`; `expected` is a regular expression for the whole path of the first result. Prints a
// JSON object: for each query its rank (0 if it is not among the results), the first three results and the bytes loaded.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const [site, queries] = process.argv.slice(2);
const read = (file) => fs.readFileSync(path.join(site, file), "utf8");
const assets = fs.readdirSync(path.join(site, "assets"));
const script = read(`assets/${assets.find((it) => /^site\..*\.js$/.test(it))}`);
const parts = new Map();

/** A page of the site with a search box that has no user. */
function opened(language) {
  const html = read(language === "en" ? "index.html" : `${language}/index.html`);
  const data = [...html.match(/<body[^>]*>/)[0].matchAll(/data-([a-z]+)="([^"]*)"/g)];
  const dataset = Object.fromEntries(data.map((it) => [it[1], it[2]]));
  const context = vm.createContext({ document: { body: { dataset } }, location: {}, loads: [] });
  context.window = context;
  try {
    vm.runInContext(script, context);
  } catch (error) {
    // Without elements a page cannot start, but its functions are there.
    if (error.name !== "TypeError") throw error;
  }
  context.run = (source) => {
    const file = source.replace(dataset.root, "");
    context.loads.push(file);
    if (!parts.has(file)) parts.set(file, new vm.Script(read(file)));
    parts.get(file).runInContext(context);
  };
  return vm.runInContext(`
    const seen = new Set();
    load = async (source) => seen.has(source) || (seen.add(source), run(source));
    async (query) => {
      const { titles, notes } = await answered(query, MOST);
      return { found: arranged(titles).flatMap((it) => it[1]).map((it) => it[1]), notes, loads };
    }`, context);
}

async function main() {
  const size = (files) => files.reduce((sum, it) => sum + Buffer.byteLength(read(it)), 0);
  const rows = [];
  for (const [language, query, expected] of JSON.parse(fs.readFileSync(queries, "utf8"))) {
    const { found, notes, loads } = await opened(language)(query);
    const rank = 1 + found.findIndex((it) => new RegExp(`^(${expected})$`).test(it));
    rows.push({ language, query, rank, first: found.slice(0, 3), notes, bytes: size(loads), files: loads.length });
  }
  console.log(JSON.stringify(rows));
}

main();
