import type { KubernetesObject } from "@capstan/contract";
import fc from "fast-check";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/** A number from 0 up to below `limit`. */
type Draw = (limit: number) => number;

const words = ["alpha", "b.example.com", "/var/lib/c", "d=e", "", "__proto__", "constructor", "ünï", "x y"];

/** Text for fields that take a certain form only. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ttl: ["20m", "1h30m0s", "90s", "0", "0s", "1.5h", "-5m", "999ms", "99999999h", ".5m", "1h0.000000001s"],
  timeout: ["5m0s", "300s", "100ms"],
  timeoutForControlPlane: ["4m0s", "4m", "59.9s"],
  token: ["abcdef.0123456789abcdef"],
  divisor: ["1Mi", "250m"],
  partitionType: ["Linux", "LVM", "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"],
  type: ["Ready", "example.com/Other", "DataSecretAvailable"],
  reason: ["Done", "Some_Reason"],
};

/** Any object of a kind that the schema of a version admits: fields are there or not, lists and objects empty or not. */
export function drawnConfig(kind: string, version: string): fc.Arbitrary<KubernetesObject> {
  const crd = KubeadmConfig.crds.find(({ spec }) => spec.names.kind === kind);
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema as Schema;
  const { spec = {}, status } = schema.properties ?? {};
  return fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((seed) => {
    const draw = drawing(seed);
    return {
      apiVersion: `bootstrap.cluster.x-k8s.io/${version}`,
      kind,
      metadata: { name: `config-${seed}`, namespace: "default" },
      ...(draw(20) === 0 && schema.required === undefined ? {} : { spec: valueOf(spec, "spec", draw) }),
      ...(status === undefined || draw(2) === 0 ? {} : { status: valueOf(status, "status", draw) }),
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
  switch (schema.type ?? "string") {
    case "object":
      return objectOf(schema, name, draw);
    case "array":
      return listOf(schema, name, draw);
    case "boolean":
      return draw(2) === 0;
    case "integer":
      return (schema.minimum ?? -1) + draw(Math.min(schema.maximum ?? 1000, 1000) - (schema.minimum ?? -1));
    default:
      return textOf(schema, name, pick);
  }
}

function textOf({ format, pattern }: Schema, name: string, pick: (values: readonly unknown[]) => unknown): unknown {
  if (format === "date-time") return pick(["2026-01-02T03:04:05Z", "1999-12-31T23:59:59Z"]);
  if (format === "byte") return "eA==";
  if (pattern !== undefined) return pick(texts[name] ?? []);
  return pick(words.filter((word) => word !== ""));
}

function objectOf(schema: Schema, name: string, draw: Draw): object {
  const { properties, additionalProperties = {}, required = [], minProperties = 0 } = schema;
  if (properties === undefined) {
    return Object.fromEntries(words.filter(() => draw(4) === 0).map((key) => [key, valueOf(additionalProperties, name, draw)]));
  }
  const names = Object.keys(properties);
  const sure = draw(names.length);
  const there = names.filter(
    (field, index) =>
      // v1beta1 admits a kubeconfig of nobody, which upstream's webhook refuses.
      required.includes(field) || draw(3) === 0 || ((minProperties > 0 || name === "user") && index === sure),
  );
  return Object.fromEntries(there.map((field) => [field, valueOf(properties[field] ?? {}, field, draw)]));
}

function listOf(schema: Schema, name: string, draw: Draw): unknown[] {
  // v1beta1 admits an external etcd without members as well.
  const least = name === "endpoints" ? 1 : (schema.minItems ?? 0);
  const items = Array.from({ length: least + draw(3) }, () => valueOf(schema.items ?? {}, name, draw));
  const keys = schema["x-kubernetes-list-map-keys"];
  if (keys === undefined) return items;
  const selected = (item: unknown): string => JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
  return [...new Map(items.map((item) => [selected(item), item])).values()];
}
