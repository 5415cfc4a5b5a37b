import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";
import fc from "fast-check";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/** Any object that the CRD's version accepts. */
export function arbitraryObject(crd: CustomResourceDefinition, version: string): fc.Arbitrary<KubernetesObject> {
  const schema = crd.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema as Schema;
  const { spec = {}, status } = schema.properties ?? {};
  return fc.record(
    {
      apiVersion: fc.constant(`${crd.spec.group}/${version}`),
      kind: fc.constant(crd.spec.names.kind),
      metadata: fc.record(
        {
          name: fc.constant("one"),
          namespace: fc.constant("default"),
          uid: fc.uuid(),
          labels: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z]{1,5}$/), {
            minKeys: 1,
            maxKeys: 2,
            noNullPrototype: true,
          }),
          annotations: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string(), {
            minKeys: 1,
            maxKeys: 2,
            noNullPrototype: true,
          }),
        },
        { requiredKeys: ["name", "namespace", "uid"], noNullPrototype: true },
      ),
      spec: arbitrary(spec),
      ...(status === undefined ? {} : { status: arbitrary(status) }),
    },
    {
      requiredKeys: ["apiVersion", "kind", "metadata", ...((schema.required ?? []) as "spec"[])],
      noNullPrototype: true,
    },
  );
}

function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type ?? "string") {
    case "object":
      return schema.properties === undefined ? dictionary(schema) : record(schema, schema.properties);
    case "array":
      return list(schema, schema.items ?? {});
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 });
    default:
      return text(schema);
  }
}

function record(schema: Schema, properties: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitrary(field)]));
  return fc
    .record(fields, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
    .filter((value) => Object.keys(value).length >= (schema.minProperties ?? 0));
}

function dictionary({ additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const value = typeof additionalProperties === "object" ? arbitrary(additionalProperties) : fc.string();
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { maxKeys: 3, noNullPrototype: true });
}

function list({ minItems = 0, "x-kubernetes-list-map-keys": keys }: Schema, items: Schema): fc.Arbitrary<unknown> {
  const options = { minLength: minItems, maxLength: 4 };
  if (keys === undefined) return fc.array(arbitrary(items), options);
  const selector = (item: unknown): string => JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
  return fc.uniqueArray(arbitrary(items), { ...options, selector });
}

function text({ pattern, format, minLength = 0, maxLength = 12 }: Schema): fc.Arbitrary<string> {
  if (format === "date-time") {
    const times = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
    return times.map((date) => date.toISOString().replace(/\.\d+/, ""));
  }
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 12) });
  return fc
    .stringMatching(new RegExp(pattern), { size: "xsmall" })
    .filter(({ length }) => length >= minLength && length <= maxLength);
}
