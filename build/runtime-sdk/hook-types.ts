import { fieldComments, typeComments } from "./comments.ts";
import type { HookSchema } from "./hook-schemas.ts";
import { shortName } from "./hook-schemas.ts";
import type { CatalogHook, OpenAPIDocument } from "./openapi-document.ts";

const notice = "// Generated from the OpenAPI document of the Runtime SDK by `npm run generate`.";

/** Types that packages have already. */
const known: Readonly<Record<string, string>> = {
  "core.v1beta2.Cluster": "Cluster",
  "core.v1beta2.Machine": "Machine",
  "core.v1beta2.MachineSet": "MachineSet",
};

/** The TypeScript types of all requests and responses. Pure. */
export function hookTypes(document: OpenAPIDocument, schemas: Readonly<Record<string, HookSchema>>): string {
  const types = new Map<string, string>();
  const add = (name: string): void => {
    const schema = schemas[name];
    const type = typeNameOf(name);
    if (schema === undefined || name in known || types.has(type)) return;
    types.set(type, "");
    types.set(type, interfaceOf(type, schema));
    for (const [, reference = ""] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) add(reference);
  };
  // The value of a variable, which no request names.
  add("hooks.v1alpha1.Builtins");
  for (const { request, response } of document.hooks) for (const name of [request, response]) add(shortName(name));
  return `${notice}
    import type { Cluster, DeepReadonly, KubernetesObject, Machine, MachineSet, StructuralSchema } from "@capstan/contract";

    ${[...types.values()].join("\n\n")}

    /** The request and the response of every hook, by its name. */
    export interface HookTypes { ${document.hooks.map(entryOf).join("\n")} }`;
}

function entryOf({ name, request, response }: CatalogHook): string {
  const types = `request: ${typeNameOf(request)}; response: ${typeNameOf(response)}`;
  return `/** ${name}. */\n readonly ${name}: { ${types} };`;
}

/** Names that other packages export for other types. */
const renamed: Readonly<Record<string, string>> = { ObjectMeta: "HookObjectMeta", Patch: "HookPatch" };

function typeNameOf(name: string): string {
  const last = name.split(".").at(-1) ?? name;
  return renamed[last] ?? last;
}

function interfaceOf(name: string, { properties = {}, required = [] }: HookSchema): string {
  const hook = /^(\w+)(Request|Response)$/.exec(name);
  const comment = hook === null ? typeComments[name] : `The ${hook[2]?.toLowerCase() ?? ""} of ${hook[1] ?? ""}.`;
  if (comment === undefined) throw new Error(`build/runtime-sdk/comments.ts says nothing of ${name}.`);
  const fields = Object.entries(properties).map(([field, schema]) => {
    const said = fieldComments[field];
    if (said === undefined) throw new Error(`build/runtime-sdk/comments.ts says nothing of ${name}.${field}.`);
    return `/** ${said} */\n readonly ${field}${required.includes(field) ? "" : "?"}: ${typeOf(schema, field)};`;
  });
  return `/** ${comment} */\nexport interface ${name} { ${fields.join("\n")} }`;
}

function typeOf(schema: HookSchema, field: string): string {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return $ref in known ? `DeepReadonly<${known[$ref] ?? ""}>` : typeNameOf($ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (field === "openAPIV3Schema") return "DeepReadonly<StructuralSchema>";
  if (type === undefined) return "unknown";
  if (type === "array") return `readonly ${parenthesized(typeOf(items ?? {}, ""))}[]`;
  if (type === "integer" || type === "number") return "number";
  if (type !== "object") return type;
  return additionalProperties === undefined
    ? "DeepReadonly<KubernetesObject>"
    : `Readonly<Record<string, ${typeOf(additionalProperties, "")}>>`;
}

function parenthesized(type: string): string {
  return type.includes("|") ? `(${type})` : type;
}
