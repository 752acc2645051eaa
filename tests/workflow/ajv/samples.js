// Validates samples, one JSON object with `schema` and `value` on each line of a file, formats included.
import fs from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const lines = fs.readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean);
for (const line of lines) {
  const { schema, value } = JSON.parse(line);
  const ajv = new Ajv2020({ allErrors: true, strict: false, unicodeRegExp: false, logger: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  if (!validate(value)) {
    console.error(line, JSON.stringify(validate.errors));
    process.exit(1);
  }
}
console.log(`${lines.length} samples are valid`);
