"""What `cloud-init schema --config-file` says of many files, in one process.

Arguments: a JSON file of instance data, then the files. Prints a line of JSON for each file, in their order:
what the command says of the file as it is, and what it says of it once cloud-init has rendered it with the instance
data, as it does when a machine boots.
"""

import contextlib
import io
import json
import os
import sys
import tempfile

from cloudinit.config.schema import get_schema, validate_cloudconfig_file
from cloudinit.handlers.jinja_template import render_jinja_payload_from_file

schema = get_schema()


def refusal(path):
    """Why the command refuses the file; None if it accepts it."""
    try:
        # It prints deprecations, which are no refusal.
        with contextlib.redirect_stdout(io.StringIO()):
            validate_cloudconfig_file(path, schema)
    except Exception as error:  # whatever it is, the command would print it and fail
        return str(error).replace(path, "it") or type(error).__name__
    return None


def rendered_refusal(path, instance_data):
    with open(path, encoding="utf-8") as file:
        payload = file.read()
    try:
        text = render_jinja_payload_from_file(payload, path, instance_data)
    except Exception as error:
        return f"it cannot be rendered: {error}"
    if text is None:
        return "it cannot be rendered"
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8", delete=False) as file:
        file.write(text)
    try:
        return refusal(file.name)
    finally:
        os.unlink(file.name)


instance_data = sys.argv[1]
for path in sys.argv[2:]:
    print(json.dumps({"asItIs": refusal(path), "rendered": rendered_refusal(path, instance_data)}), flush=True)
