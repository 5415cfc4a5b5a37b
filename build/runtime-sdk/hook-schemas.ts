import type { OpenAPIDocument, OpenAPISchema } from "./openapi-document.ts";

/** A schema in the generated file: structural, except for references to other schemas of the file. */
export interface HookSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: readonly never[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, HookSchema>>;
  readonly additionalProperties?: HookSchema;
  readonly items?: HookSchema;
  readonly "x-kubernetes-int-or-string"?: true;
  readonly "x-kubernetes-preserve-unknown-fields"?: true;
}

const anything: HookSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** Go types whose schema does not describe their JSON form. */
const special: Readonly<Record<string, HookSchema>> = {
  "apiextensions.v1.JSON": anything,
  "runtime.RawExtension": { type: "object", ...anything },
  "intstr.IntOrString": { "x-kubernetes-int-or-string": true },
  "meta.v1.FieldsV1": { type: "object", ...anything },
  // Schemas of variables contain schemas, without end; the extension checks those that it returns in another way.
  "core.v1beta2.JSONSchemaProps": { type: "object", ...anything },
};

/** The core's objects, which the API server has validated: a request may lack fields that a later version no longer requires. */
const coreObjects: readonly string[] = ["Cluster", "Machine", "MachineSet"].map((kind) => `core.v1beta2.${kind}`);

/** The package and the type of a schema: `meta.v1.ObjectMeta`. */
export function shortName(name: string): string {
  const parts = (
    name
      .replace(/^#\/schemas\//, "")
      .split("/")
      .at(-1) ?? ""
  ).split(".");
  const [type = "", version = "", folder = ""] = parts.toReversed();
  const group = /\/(\w+)\/v\w+\.\w+$/.exec(name)?.[1] ?? folder;
  return /^v\d/.test(version) ? `${group}.${version}.${type}` : `${version}.${type}`;
}

/** The schemas of the document, by their short names. Pure. */
export function hookSchemas({ schemas, constants }: OpenAPIDocument): Readonly<Record<string, HookSchema>> {
  const named = new Map(Object.entries(schemas).map(([name, schema]) => [shortName(name), schema]));
  const ofCore = reachable(coreObjects, named);
  const converted = [...named].flatMap(([name, schema]): [string, HookSchema][] =>
    name in special ? [] : [[name, converter(constants, !ofCore.has(name))(schema)]],
  );
  return Object.fromEntries(converted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function reachable(from: readonly string[], named: ReadonlyMap<string, OpenAPISchema>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const schema = named.get(name);
    if (found.has(name) || schema === undefined) return;
    found.add(name);
    for (const [, reference = ""] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) visit(shortName(reference));
  };
  for (const name of from) visit(name);
  return found;
}

/** @param isStrict - whether fields may be required. */
function converter(constants: OpenAPIDocument["constants"], isStrict: boolean): (schema: OpenAPISchema) => HookSchema {
  const convert = (schema: OpenAPISchema): HookSchema => {
    const { $ref, type, format, enum: values, required, properties, additionalProperties, items } = schema;
    if ($ref !== undefined) return special[shortName($ref)] ?? { $ref: shortName($ref) };
    return {
      ...(type === undefined ? {} : { type }),
      ...(format === undefined ? {} : { format }),
      ...(values === undefined ? {} : { enum: values }),
      ...(required === undefined || !isStrict ? {} : { required }),
      ...(properties === undefined
        ? {}
        : { properties: Object.fromEntries(Object.entries(properties).map((field) => fieldOf(field, required))) }),
      ...(additionalProperties === undefined ? {} : { additionalProperties: convert(additionalProperties) }),
      ...(items === undefined ? {} : { items: convert(items) }),
    };
  };
  const fieldOf = ([name, schema]: [string, OpenAPISchema], required: readonly string[] = []): [string, HookSchema] => {
    const values = constants[name];
    if (values !== undefined && schema.type === "string") return [name, { type: "string", enum: values }];
    const field = convert(schema);
    // Go writes a list without items as null.
    return [name, field.type === "array" && required.includes(name) ? { ...field, default: [] } : field];
  };
  return convert;
}
