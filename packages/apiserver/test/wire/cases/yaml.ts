import { configMap, type WireCase } from "./wire-case.ts";

const documents = {
  "a field twice": "metadata:\n  name: c\nmetadata:\n  name: d\n",
  "keys of data three times": "metadata:\n  name: c\ndata:\n  a: b\n  a: c\n  a: d\n",
  "a key twice, once without a value": "metadata: {name: c}\ndata:\n  a: b\n  a:\n",
  "keys twice in one another": "data: {a: b}\ndata:\n  a: b\n  a: c\nmetadata:\n  name: c\n",
  "a key twice in quotes, and a block": "metadata:\n  name: c\ndata:\n  a: \"b\"\n  'a': |\n    c\n",
  "two documents": "metadata:\n  name: c\n---\nmetadata:\n  name: d\n",
  "an empty document and another": "---\n---\nmetadata:\n  name: c\n",
} as const;

const typed = "apiVersion: v1\nkind: ConfigMap\n";
const applied = { "content-type": "application/apply-patch+yaml" };

/** YAML that Kubernetes accepts, but that is rarely intended. */
export const yamlCases: readonly WireCase[] = [
  ...Object.entries(documents).flatMap(([what, body]) =>
    ["Warn", "Strict", "Ignore"].flatMap((mode) => [
      {
        what: `${what}: ${mode}`,
        send: `POST /api/v1/namespaces/{ns}/configmaps?fieldValidation=${mode}`,
        headers: { "content-type": "application/yaml" },
        body,
      },
      {
        what: `${what}, applied: ${mode}`,
        send: `PATCH /api/v1/namespaces/{ns}/configmaps/c?fieldManager=me&fieldValidation=${mode}`,
        headers: applied,
        body: `${typed}${body}`,
      },
    ]),
  ),
  ...["- a", "a", "5", "", "metadata: {}", "metadata: {name: d}", "data: {a: null}"].map((body) => ({
    what: `${JSON.stringify(body)}, applied`,
    send: "PATCH /api/v1/namespaces/{ns}/configmaps/c?fieldManager=me",
    headers: applied,
    body: body.includes(":") ? `${typed}${body}` : body,
  })),
  {
    what: "no name, applied to what is there",
    first: [configMap("c")],
    send: "PATCH /api/v1/namespaces/{ns}/configmaps/c?fieldManager=me",
    headers: applied,
    body: `${typed}data: {a: b}`,
  },
];
