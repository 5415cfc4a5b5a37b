import { patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const secrets = "/api/v1/namespaces/{ns}/secrets";
const admission = "/apis/admissionregistration.k8s.io/v1";
const policed = patching("merge", "/api/v1/namespaces/{ns}", { metadata: { labels: { policed: "yes" } } });
const secret = (labels: object = {}, query = ""): WireRequest =>
  sending(`POST ${secrets}${query}`, { metadata: { name: "s", labels } });

const judged: readonly WireCase[] = [
  { what: "policies: marked", first: [policed], ...secret() },
  { what: "policies: refused", first: [policed], ...secret({ refuse: "yes" }) },
  { what: "policies: refused as a dry run", first: [policed], ...secret({ refuse: "yes" }, "?dryRun=All") },
  { what: "policies: forbidden", first: [policed], ...secret({ forbid: "yes" }) },
  { what: "policies: an expression that fails", first: [policed], ...secret({ fail: "yes" }) },
  { what: "policies: warned", first: [policed], ...secret({ warn: "yes" }) },
  { what: "policies: warned and refused", first: [policed], ...secret({ warn: "yes", refuse: "yes" }) },
  { what: "policies: elsewhere", ...secret({ refuse: "yes" }) },
  {
    what: "policies: an update is refused",
    first: [policed, secret()],
    ...patching("merge", `${secrets}/s`, { metadata: { labels: { refuse: "yes" } } }),
  },
  {
    what: "policies: an update is marked",
    first: [secret(), policed],
    ...patching("merge", `${secrets}/s`, { metadata: { labels: { a: "b" } } }),
  },
  {
    what: "policies: an apply is refused",
    first: [policed],
    ...patching("apply", `${secrets}/s?fieldManager=a`, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", labels: { refuse: "yes" } },
    }),
  },
  {
    what: "policies: an apply is marked",
    first: [policed],
    ...patching("apply", `${secrets}/s?fieldManager=a`, { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } }),
  },
  { what: "policies: a deletion is refused", first: [policed, secret({ keep: "yes" })], send: `DELETE ${secrets}/s` },
  {
    what: "policies: a collection is not deleted",
    first: [policed, secret({ keep: "yes" })],
    send: `DELETE ${secrets}`,
  },
  {
    what: "policies: what is invalid as well",
    first: [policed],
    ...sending(`POST ${secrets}`, { metadata: { name: "S S", labels: { refuse: "yes" } } }),
  },
];

const policy = (spec: object): WireRequest =>
  sending(`POST ${admission}/validatingadmissionpolicies`, { metadata: { name: "{ns}" }, spec });
const match = {
  resourceRules: [{ apiGroups: ["none.io"], apiVersions: ["v1"], resources: ["nones"], operations: ["CREATE"] }],
};
const ok = [{ expression: "true" }];

const made: readonly WireCase[] = [
  { what: "a policy with defaults", ...policy({ matchConstraints: match, validations: ok }) },
  { what: "a policy without validations", ...policy({ matchConstraints: match }) },
  { what: "a policy that matches nothing", ...policy({ validations: ok }) },
  {
    what: "a policy that cannot be read",
    ...policy({ matchConstraints: match, validations: [{ expression: "object." }] }),
  },
  { what: "a policy of another type", ...policy({ matchConstraints: match, validations: [{ expression: "1" }] }) },
  {
    what: "a policy with an unknown variable",
    ...policy({ matchConstraints: match, validations: [{ expression: "variables.a" }] }),
  },
  {
    what: "a policy with a parameter that it does not declare",
    ...policy({ matchConstraints: match, validations: [{ expression: "params == null" }] }),
  },
  {
    what: "a policy with an annotation",
    ...policy({ matchConstraints: match, auditAnnotations: [{ key: "a", valueExpression: "'b'" }] }),
  },
  {
    what: "a policy with an unknown failure policy",
    ...policy({ matchConstraints: match, validations: ok, failurePolicy: "Maybe" }),
  },
  {
    what: "a binding without an action",
    ...sending(`POST ${admission}/validatingadmissionpolicybindings`, {
      metadata: { name: "{ns}" },
      spec: { policyName: "none" },
    }),
  },
];

const webhook = (more: object, kind = "validating"): WireRequest =>
  sending(`POST ${admission}/${kind}webhookconfigurations`, {
    metadata: { name: "{ns}" },
    webhooks: [
      {
        name: "a.b.io",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: "https://127.0.0.1:1/a" },
        rules: match.resourceRules,
        ...more,
      },
    ],
  });

const webhooks: readonly WireCase[] = [
  { what: "a webhook with defaults", ...webhook({}) },
  { what: "a mutating webhook with defaults", ...webhook({}, "mutating") },
  { what: "a webhook without a domain", ...webhook({ name: "a" }) },
  { what: "a webhook with side effects", ...webhook({ sideEffects: "Some" }) },
  { what: "a webhook of no version", ...webhook({ admissionReviewVersions: [] }) },
  { what: "a webhook of unknown versions", ...webhook({ admissionReviewVersions: ["v9"] }) },
  { what: "a webhook behind nothing", ...webhook({ clientConfig: {} }) },
  { what: "a webhook behind a Service", ...webhook({ clientConfig: { service: { namespace: "a", name: "b" } } }) },
  { what: "a webhook that is insecure", ...webhook({ clientConfig: { url: "http://a.io" } }) },
  { what: "a webhook that takes long", ...webhook({ timeoutSeconds: 31 }) },
  {
    what: "a webhook with a condition that cannot be read",
    ...webhook({ matchConditions: [{ name: "a", expression: "object." }] }),
  },
  {
    what: "a webhook with two conditions of one name",
    ...webhook({
      matchConditions: [
        { name: "a", expression: "true" },
        { name: "a", expression: "true" },
      ],
    }),
  },
  { what: "a webhook with an unknown failure policy", ...webhook({ failurePolicy: "Maybe" }) },
  { what: "a webhook that is reinvoked", ...webhook({ reinvocationPolicy: "IfNeeded" }, "mutating") },
];

const ending: readonly WireCase[] = [
  {
    what: "namespaces: nothing is made in one that ends",
    first: [
      patching("merge", "/api/v1/namespaces/{ns}", { metadata: { finalizers: ["a.io/b"] } }),
      { send: "DELETE /api/v1/namespaces/{ns}" },
    ],
    ...sending("POST /api/v1/namespaces/{ns}/configmaps", { metadata: { name: "c" } }),
  },
  {
    what: "namespaces: one ends",
    first: [patching("merge", "/api/v1/namespaces/{ns}", { metadata: { finalizers: ["a.io/b"] } })],
    send: "DELETE /api/v1/namespaces/{ns}",
  },
  {
    what: "namespaces: another finalizer",
    ...sending("PUT /api/v1/namespaces/{ns}/finalize", {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "{ns}" },
      spec: { finalizers: ["a.io/b"] },
    }),
  },
  {
    what: "namespaces: made with a status",
    ...sending("POST /api/v1/namespaces?dryRun=All", {
      metadata: { name: "{ns}-2" },
      status: { phase: "Terminating" },
    }),
  },
  {
    what: "namespaces: a name that is too long",
    ...sending("POST /api/v1/namespaces", { metadata: { name: "a".repeat(64) } }),
  },
];

/** Admission: policies, webhooks and terminating namespaces. */
export const admissionCases: readonly WireCase[] = [...judged, ...made, ...webhooks, ...ending];
