// Representative pages of the site, chosen by what is on them.
"use strict";

const LANGUAGE = /^(zh\/)?/;

/** Template of a page: its own name at the root, otherwise its folder. The folders of platforms count as one. */
function kindOf(name, pages) {
  const [language] = name.match(LANGUAGE);
  const folders = name.slice(language.length).split("/").slice(0, -1);
  if (!folders.length) return name;
  const several = folders.length > 1 && pages.has(`${language}${folders.join("/")}.html`);
  if (several) folders[folders.length - 1] = "*";
  return `${language}${folders.join("/")}/`;
}

/** Ids, links and kinds of elements in `html`. Runs in a browser, without loading the page. */
function outline(html) {
  const root = new DOMParser().parseFromString(html, "text/html");
  const all = (selector) => [...root.querySelectorAll(selector)];
  const features = new Set();
  for (const it of all("*")) {
    features.add(it.localName);
    for (const name of it.classList) features.add(`${it.localName}.${name}`);
    for (const name of it.getAttributeNames()) features.add(`${it.localName}[${name}]`);
  }
  return {
    ids: all("[id]").map((it) => it.id),
    links: all("a[href], link[href], script[src]").map((it) => it.getAttribute("href") ?? it.getAttribute("src")),
    features: [...features],
    size: html.length,
  };
}

/**
 * Pages that together have every feature of their template: the largest page, then each smaller one with an element,
 * class, attribute or kind of link that the others lack. Pages in `always` are added. Also returns the largest pages.
 */
function choose(outlines, always) {
  const kinds = new Map();
  for (const name of outlines.keys()) {
    const kind = kindOf(name, outlines);
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  const covering = [];
  const largest = [];
  for (const names of kinds.values()) {
    const covered = new Set();
    names.sort((a, b) => outlines.get(b).size - outlines.get(a).size || (a < b ? -1 : 1));
    largest.push(names[0]);
    for (const name of names) {
      const { features, targets } = outlines.get(name);
      const all = [...features, ...targets.filter((it) => outlines.has(it)).map((it) => `to ${kindOf(it, outlines)}`)];
      if (always.includes(name) || all.some((it) => !covered.has(it))) covering.push(name);
      for (const it of all) covered.add(it);
    }
  }
  return { covering, largest };
}

/** States of pages that scripts build from the address: models compared, a cost calculated. */
function states(costs) {
  const units = costs.filter((it, at) => costs.findIndex((other) => String(Object.keys(other.fields)) === String(Object.keys(it.fields))) === at);
  const models = [...new Set(units.map((it) => it.model))].slice(0, 3);
  const { model, fields } = costs.find((it) => it.cost !== null);
  return [`models.html#compare=${models}`, `calculator.html#${new URLSearchParams({ model, ...fields })}`];
}

module.exports = { outline, choose, states, LANGUAGE };
