import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";

/**
 * The value that the API server stores for `value`: without fields unknown to the schema, with defaults, and without null where the schema
 * does not allow it. Defaults are processed in the same way, because they may have fields with defaults.
 *
 * @returns `value` itself if nothing changes; it is never modified. Defaults are shared with the schema.
 */
export function asStored(value: unknown, schema: StructuralSchema): unknown {
  if (Array.isArray(value)) return storedList(value, schema.items);
  return isJsonObject(value) ? storedObject(value, schema) : value;
}

function storedList(list: readonly unknown[], items: StructuralSchema | undefined): readonly unknown[] {
  if (items === undefined) return list;
  // Items keep their indexes, so null without a default stays, and is a fault.
  const stored = list.map((item) => (isLeftOut(item, items) ? storedDefault(items, null) : asStored(item, items)));
  return stored.every((item, index) => item === list[index]) ? list : stored;
}

function storedObject(object: JsonObject, schema: StructuralSchema): JsonObject {
  const { properties = {} } = schema;
  const stored: [name: string, value: unknown][] = [];
  let isChanged = false;
  for (const [name, value] of Object.entries(object)) {
    const next = storedField(name, value, schema);
    isChanged ||= next !== value || next === undefined;
    if (next !== undefined) stored.push([name, next]);
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!hasDefault(property) || Object.hasOwn(object, name)) continue;
    stored.push([name, storedDefault(property)]);
    isChanged = true;
  }
  return isChanged ? Object.fromEntries(stored) : object;
}

const typeAndMetadata: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** `undefined` for an omitted field. */
function storedField(name: string, value: unknown, schema: StructuralSchema): unknown {
  const { properties = {}, additionalProperties } = schema;
  const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  if (known !== undefined) return isLeftOut(value, known) ? storedDefault(known) : asStored(value, known);
  const isKept =
    schema["x-kubernetes-preserve-unknown-fields"] === true ||
    (schema["x-kubernetes-embedded-resource"] === true && typeAndMetadata.has(name));
  return isKept ? value : undefined;
}

function isLeftOut(value: unknown, schema: StructuralSchema): boolean {
  return value === undefined || (value === null && schema.nullable !== true);
}

function hasDefault(schema: StructuralSchema): boolean {
  return schema.default !== undefined && schema.default !== null;
}

function storedDefault(schema: StructuralSchema, otherwise?: unknown): unknown {
  return hasDefault(schema) ? asStored(schema.default, schema) : otherwise;
}
