// Runs JavaScript snippets of the docs site: `run.mjs SNIPPETS FOLDER`. SNIPPETS is a JSON file with a list of
// `[path, code]`; FOLDER has the SDKs that they import.
// Prints a JSON list with the error of each snippet: null, the status of a refused request, or another error.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const wait = globalThis.setTimeout;
// Pauses are short; timeouts of SDKs are minutes long.
globalThis.setTimeout = (run, time, ...rest) => wait(run, time > 10_000 ? time : Math.min(time, 20), ...rest);
const print = console.log;

const folder = mkdtempSync(path.join(process.argv[3], "snippets-"));
const errors = [];
for (const [number, [, code]] of JSON.parse(readFileSync(process.argv[2], "utf8")).entries()) {
  let printed = 0;
  console.log = () => { printed += 1; };
  try {
    const file = path.join(folder, `${number}.mjs`);
    writeFileSync(file, code);
    await import(pathToFileURL(file));
    errors.push(printed || code.includes("writeFile") ? null : "prints nothing");
  } catch (error) {
    const status = /^(\d{3}): /.exec(error.message);
    errors.push(status ? Number(status[1]) : String(error));
  }
}
rmSync(folder, { recursive: true });
print(JSON.stringify(errors));
