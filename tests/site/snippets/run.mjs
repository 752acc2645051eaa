// Runs JavaScript snippets of the docs site: `run.mjs SNIPPETS`, a JSON file with a list of `[path, code]`.
// Prints a JSON list with the error of each snippet: null, the status of a refused request, or another error.
import { readFileSync } from "node:fs";

const wait = globalThis.setTimeout;
globalThis.setTimeout = (run, time, ...rest) => wait(run, Math.min(time, 20), ...rest);
const print = console.log;

const errors = [];
for (const [number, [, code]] of JSON.parse(readFileSync(process.argv[2], "utf8")).entries()) {
  let printed = 0;
  console.log = () => { printed += 1; };
  try {
    // A module is loaded once, so each has a text of its own.
    const text = Buffer.from(`${code}\n// ${number}`).toString("base64");
    await import(`data:text/javascript;base64,${text}`);
    errors.push(printed || code.includes("writeFile") ? null : "prints nothing");
  } catch (error) {
    const status = /^(\d{3}): /.exec(error.message);
    errors.push(status ? Number(status[1]) : String(error));
  }
}
print(JSON.stringify(errors));
