"""What jsonschema says of records, one in each line: what is broken where, as a list of texts."""

import json
import sys

from jsonschema import Draft202012Validator

schema, records = sys.argv[1:]
with open(schema, encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def pointer(path):
    return "".join("/" + str(it).replace("~", "~0").replace("/", "~1") for it in path)


with open(records, encoding="utf-8") as file:
    # Only a line feed ends a line: what looks like one in a text is part of it.
    for line in filter(None, file.read().split("\n")):
        errors = validator.iter_errors(json.loads(line))
        print(json.dumps([f"{pointer(it.absolute_path)} {it.validator}" for it in errors]))
