import { sending, type WireCase } from "./wire-case.ts";

const account = sending("POST /api/v1/namespaces/{ns}/serviceaccounts", { metadata: { name: "default" } });
const pod = sending("POST /api/v1/namespaces/{ns}/pods", {
  metadata: { name: "p" },
  spec: { containers: [{ name: "a", image: "b" }] },
});

const node = { kind: "Node", name: "n" };

const bindings: Readonly<Record<string, object>> = {
  "of nothing": {},
  "without a target": { metadata: { name: "p" } },
  "to a Node": { metadata: { name: "p" }, target: node },
  "to a Node without its kind": { metadata: { name: "p" }, target: { name: "n" } },
  "to a Pod": { metadata: { name: "p" }, target: { kind: "Pod", name: "n" } },
};

/** Bindings of Pods, as subresources and in their own collection. */
export const bindingCases: readonly WireCase[] = [
  ...Object.entries(bindings).flatMap(([what, body]) =>
    ["bindings", "pods/p/binding"].map((path) => ({
      what: `${path}: ${what}`,
      first: [account, pod],
      ...sending(`POST /api/v1/namespaces/{ns}/${path}`, body),
    })),
  ),
  {
    what: "bindings: of a Pod that is missing",
    ...sending("POST /api/v1/namespaces/{ns}/bindings", { metadata: { name: "none" }, target: node }),
  },
  {
    what: "bindings: of a Pod that is bound",
    first: [account, pod, sending("POST /api/v1/namespaces/{ns}/bindings", { metadata: { name: "p" }, target: node })],
    ...sending("POST /api/v1/namespaces/{ns}/bindings", { metadata: { name: "p" }, target: node }),
  },
  { what: "bindings: a list", send: "GET /api/v1/namespaces/{ns}/bindings" },
];
