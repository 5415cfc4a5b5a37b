import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";
import fc from "fast-check";
import { SeededRandom } from "./seeded-random.ts";

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

/** The values that the schemas of a CRD leave open. */
export interface DrawnForms {
  /** Strings for unrestricted fields, and keys of maps. */
  readonly words: readonly string[];
  /** Strings for fields with a restricted format, by their names. */
  readonly strings: Readonly<Record<string, readonly string[]>>;
  /** The lowest number if a schema has no minimum. */
  readonly lowest: number;
  /** Fields that webhooks or other rules require, by the name of their object; `any` for any one of its fields. */
  readonly demanded: Readonly<Record<string, readonly string[] | "any">>;
  /** Lists that get at least one item, though their schema requires none. */
  readonly filled: readonly string[];
}

/**
 * A random object of a kind, valid under the schema of a version: fields are set or unset, lists and objects empty or not.
 *
 * @throws Error there is no such CRD, or version.
 */
export function drawnObject(
  crd: CustomResourceDefinition | undefined,
  version: string,
  forms: DrawnForms,
): fc.Arbitrary<KubernetesObject> {
  const definition = crd?.spec.versions.find(({ name }) => name === version);
  if (crd === undefined || definition === undefined)
    throw new Error(`No CRD has version ${version} to draw objects from`);
  const { group, names } = crd.spec;
  const { properties = {}, required = [] } = definition.schema.openAPIV3Schema as Schema;
  const { spec = {}, status } = properties;
  return fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((seed) => {
    const random = new SeededRandom(seed);
    const draw = new Draw(random, forms);
    const hasSpec = required.includes("spec") || !random.happens(1 / 20);
    return {
      apiVersion: `${group}/${version}`,
      kind: names.kind,
      metadata: { name: `object-${seed}`, namespace: "default" },
      ...(hasSpec ? { spec: draw.value(spec, "spec") } : {}),
      ...(status !== undefined && random.happens(1 / 2) ? { status: draw.value(status, "status") } : {}),
    };
  });
}

class Draw {
  readonly #random: SeededRandom;
  readonly #forms: DrawnForms;

  constructor(random: SeededRandom, forms: DrawnForms) {
    this.#random = random;
    this.#forms = forms;
  }

  value(schema: Schema, name: string): unknown {
    const { words, strings, lowest } = this.#forms;
    if (schema.enum !== undefined) return this.#random.pick(schema.enum);
    if (schema["x-kubernetes-int-or-string"] === true) return this.#random.pick(strings[name] ?? [1, 3, "40%"]);
    if (schema["x-kubernetes-preserve-unknown-fields"] === true) {
      return this.#random.pick(["text", 7, true, { a: [1, { b: "c" }] }]);
    }
    switch (schema.type ?? "string") {
      case "object":
        return this.#object(schema, name);
      case "array":
        return this.#list(schema, name);
      case "boolean":
        return this.#random.happens(1 / 2);
      case "integer":
        return this.#random.between(schema.minimum ?? lowest, Math.min(schema.maximum ?? 1000, 1000));
      default:
        if (schema.format === "date-time") return this.#random.pick(["2026-01-02T03:04:05Z", "1999-12-31T23:59:59Z"]);
        if (schema.format === "byte") return "eA==";
        return this.#random.pick(strings[name] ?? words.filter((word) => word !== ""));
    }
  }

  #object({ properties, additionalProperties = {}, required = [], minProperties = 0 }: Schema, name: string): object {
    if (properties === undefined) {
      const keys = this.#forms.words.filter(() => this.#random.happens(1 / 4));
      return Object.fromEntries(keys.map((key) => [key, this.value(additionalProperties, name)]));
    }
    const fields = Object.keys(properties);
    const demanded = this.#forms.demanded[name] ?? [];
    const isAny = minProperties > 0 || demanded === "any";
    const sure = [...required, ...(isAny ? [this.#random.pick(fields)] : demanded)];
    const there = fields.filter((field) => sure.includes(field) || this.#random.happens(1 / 3));
    return Object.fromEntries(there.map((field) => [field, this.value(properties[field] ?? {}, field)]));
  }

  #list(schema: Schema, name: string): unknown[] {
    const least = schema.minItems ?? (this.#forms.filled.includes(name) ? 1 : 0);
    const length = this.#random.between(least, least + 2);
    const items = Array.from({ length }, () => this.value(schema.items ?? {}, name));
    const keys = schema["x-kubernetes-list-map-keys"];
    if (keys === undefined) return items;
    const selected = (item: unknown): string =>
      JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
    return [...new Map(items.map((item) => [selected(item), item])).values()];
  }
}
