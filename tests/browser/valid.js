// Validates the HTML of every page, in a thread of its own: the browser needs the other core meanwhile.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");

/** Starts the validation. Returns a promise of the messages and of the time it took. */
function start(folder, pages) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: { folder, pages } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function validate({ folder, pages }) {
  const { HtmlValidate, StaticConfigLoader } = require("html-validate");
  // The loader would resolve the same configuration for each page again.
  class Loader extends StaticConfigLoader {
    getConfigFor(...args) {
      return (this.resolved ??= super.getConfigFor(...args));
    }
  }
  const validator = new HtmlValidate(new Loader({ extends: ["html-validate:standard"], rules: {
    "no-trailing-whitespace": "off", // of no meaning
    "long-title": "off",
    "prefer-native-element": "off", // a combobox is more than a select
    "no-redundant-role": "off",
    "require-sri": "off",
  } }));
  const messages = [];
  for (const page of pages) {
    const report = await validator.validateString(fs.readFileSync(path.join(folder, page), "utf8"), page);
    for (const result of report.results) for (const it of result.messages) messages.push(`${page}:${it.line} ${it.ruleId}: ${it.message}`);
  }
  return messages;
}

if (isMainThread) {
  module.exports = { start };
} else {
  const begun = performance.now();
  validate(workerData).then((messages) => parentPort.postMessage({ messages, seconds: (performance.now() - begun) / 1000 }));
}
