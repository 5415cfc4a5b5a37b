import { sending, type WireRequest } from "./wire-case.ts";

const spec = {
  type: "object",
  "x-kubernetes-validations": [
    {
      rule: "!has(self.low) || !has(self.high) || self.low <= self.high",
      message: "low must not exceed high",
      fieldPath: ".low",
      reason: "FieldValueForbidden",
    },
    {
      rule: "!has(self.low) || self.low >= 0",
      messageExpression: "has(self.high) ? 'unlike high, low is negative' : 'low is negative'",
    },
  ],
  properties: {
    low: { type: "integer" },
    high: { type: "integer" },
    size: { type: "string", enum: ["small", "large"], default: "small" },
    fixed: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is immutable" }] },
    once: {
      type: "string",
      "x-kubernetes-validations": [
        { rule: "!oldSelf.hasValue() || self == oldSelf.value()", optionalOldSelf: true, message: "is set once" },
      ],
    },
    replicas: { type: "integer", minimum: 0, maximum: 9 },
    maybe: { type: "string", nullable: true, default: "there" },
    port: { "x-kubernetes-int-or-string": true },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { known: { type: "integer" } } },
    template: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    letters: { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 4 },
    when: { type: "string", format: "date-time" },
    tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" }, maxItems: 3 },
    rows: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "kind"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, kind: { type: "string", default: "plain" }, value: { type: "string" } },
      },
    },
    whole: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
    quantity: {
      type: "string",
      "x-kubernetes-validations": [{ rule: "isQuantity(self)", message: "must be a quantity" }],
    },
    either: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
  },
};

const status = {
  type: "object",
  properties: { replicas: { type: "integer" }, selector: { type: "string" }, phase: { type: "string" } },
};

const schema = (spec: object): object => ({
  openAPIV3Schema: { type: "object", required: ["spec"], properties: { spec, status } },
});

/** A custom resource with a deprecated version, every kind of list, rules, both subresources, and columns. */
export const partDefinition: WireRequest = sending("POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
  metadata: { name: "parts.wire.io" },
  spec: {
    group: "wire.io",
    scope: "Namespaced",
    names: { plural: "parts", kind: "Part", shortNames: ["pt"], categories: ["all", "wires"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: schema(spec),
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
        selectableFields: [{ jsonPath: ".spec.size" }, { jsonPath: ".spec.low" }],
        additionalPrinterColumns: [
          { name: "Size", type: "string", jsonPath: ".spec.size", description: "How large it is" },
          { name: "Owner", type: "string", jsonPath: String.raw`.metadata.labels['wire\.io/owner']` },
          { name: "Low", type: "integer", jsonPath: ".spec.low", priority: 1 },
          { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
        ],
      },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: "use v1",
        schema: schema(spec),
      },
      {
        name: "v1alpha1",
        served: true,
        storage: false,
        deprecated: true,
        schema: schema({ type: "object", "x-kubernetes-preserve-unknown-fields": true }),
      },
      { name: "v0", served: false, storage: false, schema: schema(spec) },
    ],
  },
});
