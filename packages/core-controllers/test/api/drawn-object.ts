import { coreCRDs, type KubernetesObject } from "@capstan/contract";
import fc from "fast-check";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly format?: string;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/** A number from 0 up to below `limit`. */
type Draw = (limit: number) => number;

const names = ["alpha", "beta-1", "gamma"];

/** Text for fields that take a certain form only. */
const texts: Readonly<Record<string, readonly string[]>> = {
  apiVersion: ["infrastructure.cluster.x-k8s.io/v1beta1", "bootstrap.cluster.x-k8s.io/v1beta2", "example.com/v1"],
  apiGroup: ["infrastructure.cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io", "example.com"],
  kind: ["FooMachine", "BarConfig"],
  cidrBlocks: ["10.0.0.0/16", "192.168.0.0/24"],
  unhealthyInRange: ["[1-3]"],
  unhealthyRange: ["[1-3]"],
  host: ["api.example.com"],
  reason: ["Done", "Some_Reason"],
  type: ["Ready", "example.com/Other", "Available"],
  conditionType: ["Ready", "example.com/Other"],
  key: ["example.com/taint", "example.com/other"],
  template: ["{{ .cluster.name }}-{{ .random }}"],
  nodeDrainTimeout: ["10s", "1m30s", "1h0m0s", "0s", "1500ms", "90s"],
  timeout: ["5m0s", "300s"],
};

/** Any object of a core kind that the schema of a version admits: fields are there or not, lists and objects empty or not. */
export function drawnObject(kind: string, version: string): fc.Arbitrary<KubernetesObject> {
  const crd = coreCRDs.find(({ spec }) => spec.names.kind === kind);
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema as Schema;
  const { spec = {}, status = {} } = schema.properties ?? {};
  return fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((seed) => {
    const draw = drawing(seed);
    return {
      apiVersion: `cluster.x-k8s.io/${version}`,
      kind,
      metadata: { name: `object-${seed}`, namespace: "default" },
      spec: valueOf(spec, "spec", draw),
      ...(draw(2) === 0 ? {} : { status: valueOf(status, "status", draw) }),
    };
  });
}

/** The same numbers for the same seed (xorshift). */
function drawing(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function valueOf(schema: Schema, name: string, draw: Draw): unknown {
  const pick = (values: readonly unknown[]): unknown => values[draw(values.length)];
  if (schema.enum !== undefined) return pick(schema.enum);
  if (schema["x-kubernetes-int-or-string"] === true) return pick([1, 3, "40%"]);
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) return pick(["text", 7, true, { a: [1, { b: "c" }] }]);
  switch (schema.type ?? "string") {
    case "object":
      return objectOf(schema, name, draw);
    case "array":
      return listOf(schema, name, draw);
    case "boolean":
      return draw(2) === 0;
    case "integer":
      return (schema.minimum ?? 0) + draw(Math.min(schema.maximum ?? 1000, 1000) - (schema.minimum ?? 0));
    default:
      if (schema.format === "date-time") return pick(["2026-01-02T03:04:05Z", "1999-12-31T23:59:59Z"]);
      return pick(texts[name] ?? (name.endsWith("Timeout") ? texts.nodeDrainTimeout ?? [] : names));
  }
}

function objectOf(schema: Schema, name: string, draw: Draw): object {
  const { properties, additionalProperties = {}, required = [], minProperties = 0 } = schema;
  if (properties === undefined) {
    return Object.fromEntries(names.filter(() => draw(3) === 0).map((key) => [key, valueOf(additionalProperties, "", draw)]));
  }
  const fields = Object.keys(properties);
  const sure = draw(fields.length);
  // A Machine boots from a config or from data; both schemas ask for one of them.
  const isNeeded = (field: string) => required.includes(field) || (name === "bootstrap" && field === "configRef");
  const there = fields.filter((field, index) => isNeeded(field) || draw(3) === 0 || (minProperties > 0 && index === sure));
  return Object.fromEntries(there.map((field) => [field, valueOf(properties[field] ?? {}, field, draw)]));
}

function listOf(schema: Schema, name: string, draw: Draw): unknown[] {
  const items = Array.from({ length: (schema.minItems ?? 0) + draw(3) }, () => valueOf(schema.items ?? {}, name, draw));
  const keys = schema["x-kubernetes-list-map-keys"];
  if (keys === undefined) return items;
  const selected = (item: unknown): string => JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
  return [...new Map(items.map((item) => [selected(item), item])).values()];
}
