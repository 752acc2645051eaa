// What ajv says of records, one in each line: what is broken where, as a list of texts.
import fs from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const [schema, records] = process.argv.slice(2);
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats(ajv);
const validate = ajv.compile(JSON.parse(fs.readFileSync(schema, 'utf8')));
for (const line of fs.readFileSync(records, 'utf8').split('\n').filter(Boolean)) {
  validate(JSON.parse(line));
  console.log(JSON.stringify((validate.errors ?? []).map((it) => `${it.instancePath} ${it.keyword}`)));
}
