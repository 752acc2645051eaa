"""Validates samples, one JSON object with `schema` and `value` on each line of a file, formats included."""

import json
import sys

from jsonschema import Draft202012Validator

count = 0
for line in open(sys.argv[1]):
    case = json.loads(line)
    checker = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator.check_schema(case["schema"])
    errors = [it.message for it in Draft202012Validator(case["schema"], format_checker=checker).iter_errors(case["value"])]
    if errors:
        sys.exit(f"{line}\n{errors}")
    count += 1
print(f"{count} samples are valid")
