"""Runs Python snippets of the docs site: `run.py SNIPPETS`, a JSON file with a list of `[path, code]`.

Prints a JSON list with the error of each snippet: null, the status of a refused request, or another error.
"""

import contextlib
import io
import json
import sys
import time

import httpx

sleep = time.sleep
time.sleep = lambda seconds: sleep(min(seconds, 0.02))

errors = []
for path, code in json.load(open(sys.argv[1])):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, path, "exec"), {"__name__": "__main__"})
        saves = 'open("speech.' in code
        errors.append(None if printed.getvalue().strip() or saves else "prints nothing")
    except httpx.HTTPStatusError as error:
        errors.append(error.response.status_code)
    except Exception as error:
        errors.append(f"{type(error).__name__}: {error}")
print(json.dumps(errors))
