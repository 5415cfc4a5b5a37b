import { patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const object = { type: "object" };
const names = { plural: "things", kind: "Thing" };

const version = (more: object = {}, schema: unknown = object): object => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
});
/** Creates a definition for this case alone. */
export const definition = (spec: object, metadata: object = {}): WireRequest =>
  sending(`POST ${path}`, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.{ns}.io", ...metadata },
    spec: { group: "{ns}.io", scope: "Namespaced", names, versions: [version()], ...spec },
  });
/** The schema of the field `f`. */
const field = (schema: object): WireRequest =>
  definition({ versions: [version({}, { ...object, properties: { f: schema } })] });

const schemas: Readonly<Record<string, object>> = {
  "without a type": {},
  "with a type that there is not": { type: "text" },
  "an array without items": { type: "array" },
  "with a wrong pattern": { type: "string", pattern: "(" },
  "with a pattern that Go does not know": { type: "string", pattern: "(?=a)" },
  "with a default that does not fit": { type: "string", default: 1 },
  "with a default that its enum lacks": { type: "string", enum: ["a"], default: "b" },
  "with a default that is pruned": { ...object, properties: { a: { type: "string" } }, default: { b: "c" } },
  "with a type below allOf": { type: "string", allOf: [{ type: "string" }] },
  "with a field below anyOf that is not above": { ...object, anyOf: [{ properties: { a: { minLength: 1 } } }] },
  "with a negated type": { type: "string", not: { type: "string" } },
  "int or string with a type": { type: "string", "x-kubernetes-int-or-string": true },
  "with an unknown list type": { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "heap" },
  "a list of type map without keys": { type: "array", items: object, "x-kubernetes-list-type": "map" },
  "a list of type map whose key is missing": {
    type: "array",
    items: object,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  },
  "a list of type map whose key is optional": {
    type: "array",
    items: { ...object, properties: { name: { type: "string" } } },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  },
  "a set of objects": { type: "array", items: object, "x-kubernetes-list-type": "set" },
  "an unknown map type": { ...object, "x-kubernetes-map-type": "tree" },
  "with properties and additional ones": { ...object, properties: {}, additionalProperties: { type: "string" } },
  "with unique items": { type: "array", items: { type: "string" }, uniqueItems: true },
  "with a reference": { $ref: "#/definitions/a" },
  "an embedded resource that is a string": { type: "string", "x-kubernetes-embedded-resource": true },
  "an embedded resource that keeps nothing": { ...object, "x-kubernetes-embedded-resource": true },
  "with a rule that cannot be read": { type: "string", "x-kubernetes-validations": [{ rule: "self ==" }] },
  "with a rule of another type": { type: "string", "x-kubernetes-validations": [{ rule: "self + 'a'" }] },
  "with a rule about what is missing": { ...object, "x-kubernetes-validations": [{ rule: "self.a == 1" }] },
  "with an empty rule": { type: "string", "x-kubernetes-validations": [{ rule: " " }] },
  "with a rule that costs too much": {
    type: "array",
    items: { type: "array", items: { type: "string" } },
    "x-kubernetes-validations": [{ rule: "self.all(x, self.all(y, x.all(a, y.all(b, a == b))))" }],
  },
  "with a message of two lines": { type: "string", "x-kubernetes-validations": [{ rule: "true", message: "a\nb" }] },
  "with a message expression of another type": {
    type: "string",
    "x-kubernetes-validations": [{ rule: "true", messageExpression: "1" }],
  },
  "with a message expression that costs too much": {
    ...object,
    properties: { a: { type: "integer" } },
    "x-kubernetes-validations": [{ rule: "self.a > 0", messageExpression: "'a is ' + string(self.a)" }],
  },
  "with an unknown reason": { type: "string", "x-kubernetes-validations": [{ rule: "true", reason: "Because" }] },
  "with a field path that leads nowhere": {
    ...object,
    "x-kubernetes-validations": [{ rule: "true", fieldPath: ".a" }],
  },
  "with oldSelf in a list that cannot be correlated": {
    type: "array",
    items: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
  },
};

const served = { ...version(), subresources: { status: {} } };

const specs: Readonly<Record<string, object>> = {
  "the least": {},
  "another scope": { scope: "World" },
  "no names": { names: {} },
  "names in capitals": { names: { plural: "Things", kind: "Thing" } },
  "a kind that is not a name": { names: { plural: "things", kind: "a thing" } },
  "short names and categories": {
    names: { ...names, shortNames: ["th"], categories: ["all"], singular: "thing", listKind: "Things" },
  },
  "a short name that is wrong": { names: { ...names, shortNames: ["T H"] } },
  "no versions": { versions: [] },
  "two stored versions": { versions: [version(), version({ name: "v2" })] },
  "no stored version": { versions: [version({ storage: false })] },
  "a version twice": { versions: [version(), version({ storage: false })] },
  "a version that is not a name": { versions: [version({ name: "1.0" })] },
  "versions out of order": {
    versions: [
      version({ name: "v1alpha1", storage: false }),
      version({ name: "v2" }),
      version({ name: "v1", storage: false }),
    ],
  },
  "no schema": { versions: [{ name: "v1", served: true, storage: true }] },
  "a schema that is not of objects": { versions: [version({}, { type: "string" })] },
  "a schema with other metadata": {
    versions: [version({}, { ...object, properties: { metadata: { ...object, properties: { labels: object } } } })],
  },
  "a schema with rules for names": {
    versions: [
      version(
        {},
        { ...object, properties: { metadata: { ...object, properties: { name: { type: "string", maxLength: 5 } } } } },
      ),
    ],
  },
  "unknown fields are kept": { preserveUnknownFields: true },
  "a status": { versions: [served] },
  "a scale without paths": { versions: [version({ subresources: { scale: {} } })] },
  "a scale with other paths": {
    versions: [
      version({
        subresources: {
          scale: {
            specReplicasPath: "spec.replicas",
            statusReplicasPath: ".spec.replicas",
            labelSelectorPath: ".a[0]",
          },
        },
      }),
    ],
  },
  "a column without a type": { versions: [version({ additionalPrinterColumns: [{ name: "A", jsonPath: ".a" }] })] },
  "a column with a wrong path": {
    versions: [version({ additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "a b" }] })],
  },
  "a column of an unknown type": {
    versions: [version({ additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".a", format: "odd" }] })],
  },
  "a selectable field that is missing": { versions: [version({ selectableFields: [{ jsonPath: ".spec.a" }] })] },
  "a selectable field that is a list": {
    versions: [
      version(
        { selectableFields: [{ jsonPath: ".a" }] },
        { ...object, properties: { a: { type: "array", items: { type: "string" } } } },
      ),
    ],
  },
  "a warning without being deprecated": { versions: [version({ deprecationWarning: "old" })] },
  "a conversion of an unknown kind": { conversion: { strategy: "Magic" } },
  "a conversion without a webhook": { conversion: { strategy: "Webhook" } },
  "a conversion by two ways": {
    conversion: {
      strategy: "Webhook",
      webhook: {
        conversionReviewVersions: ["v1"],
        clientConfig: { url: "https://a.io", service: { namespace: "a", name: "b" } },
      },
    },
  },
  "a conversion by an insecure URL": {
    conversion: {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "http://a.io" } },
    },
  },
  "a conversion that reviews nothing": {
    conversion: {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: [], clientConfig: { url: "https://a.io" } },
    },
  },
};

/** Definitions of custom resources: structural schemas, and rejections. */
export const definitionCases: readonly WireCase[] = [
  ...Object.entries(schemas).map(([what, schema]) => ({ what: `a field ${what}`, ...field(schema) })),
  ...Object.entries(specs).map(([what, spec]) => ({ what, ...definition(spec) })),
  { what: "another name", ...definition({}, { name: "others.{ns}.io" }) },
  { what: "a group that is not a name", ...definition({ group: "a" }, { name: "things.a" }) },
  { what: "twice", first: [definition({})], ...definition({}) },
  { what: "a dry run", ...sending(`POST ${path}?dryRun=All`, definition({}).body) },
  {
    what: "an unknown field, strictly",
    ...sending(`POST ${path}?fieldValidation=Strict`, definition({ more: 1 }).body),
  },
  {
    what: "another scope later",
    first: [definition({})],
    ...patching("merge", `${path}/things.{ns}.io`, { spec: { scope: "Cluster" } }),
  },
  {
    what: "a stored version is removed",
    first: [definition({})],
    ...patching("merge", `${path}/things.{ns}.io`, { spec: { versions: [version({ name: "v2" })] } }),
  },
  {
    what: "stored versions without the one that is",
    first: [definition({})],
    ...patching("merge", `${path}/things.{ns}.io/status`, { status: { storedVersions: ["v2"] } }),
  },
  {
    what: "a table",
    first: [definition({})],
    send: `GET ${path}/things.{ns}.io`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  { what: "of what is missing", send: `GET ${path}/none.none.io` },
];
