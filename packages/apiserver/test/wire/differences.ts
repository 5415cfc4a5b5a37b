const parser = "Go's parser of YAML has words of its own for what it cannot read";
const patched = "messages show a patched object whole, with its fields in the order that Go's types have";

/** Where the embedded server answers otherwise, and why, by subject and case. Everything else is equal. */
export const differences: Readonly<Record<string, string>> = {
  "methods: GET /version/": "the version says whose server it is",
  "bodies: YAML with tabs": parser,
  "patches: merge: another kind": patched,
  "patches: merge: another version": patched,
  "patches: merge: an unknown field, strictly": patched,
  "patches: merge: another type": patched,
  "patches: merge: a wrong label": "how often the same label is reported depends on the kind",
  "patches: strategic: a wrong label": "how often the same label is reported depends on the kind",
  "patches: apply: half a text": parser,
  "resources: the resources of /api/v1": "what needs a node is not listed",
};

/** Of these the status differs as well: ours and that of the real server. */
export const otherStatus: Readonly<Record<string, readonly [number, number]>> = {
  "patches: merge: another kind": [400, 422],
  "patches: merge: another version": [400, 422],
};
