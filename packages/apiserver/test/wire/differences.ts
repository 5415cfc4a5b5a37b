const cel = "the parser of CEL has words of its own for what it cannot read";
const times =
  "how often the real server finds the same in metadata, two to four times, depends on the kind, and says nothing";
const diff = "the real server appends what is different, line by line, in the JSON of Go types that are in no API";

/** Differences of the embedded server with their reasons, by subject and case. Everything else is equal. */
export const differences: Readonly<Record<string, string>> = {
  "methods: GET /version/": "the version says whose server it is",
  "patches: merge: a wrong label": times,
  "patches: strategic: a wrong label": times,
  "pods: ephemeral containers: in the object itself": diff,
  "pods: ephemeral containers: one is changed": diff,
  "pods: a command is changed": diff,
  "pods: what a container requests is changed": diff,
  "pods: a Node is stated": diff,
  "definitions: a field with a rule that cannot be read": cel,
  "admission: a policy that cannot be read": cel,
  "admission: a webhook with a condition that cannot be read": cel,
};
