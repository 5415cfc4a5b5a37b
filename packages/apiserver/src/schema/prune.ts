import { isJsonObject, type JsonObject, setField } from "@capstan/kube";
import { objectMetaSchema } from "./object-meta-schema.ts";
import { memberSchema, type Schema } from "./schema.ts";

/**
 * `value` without fields that `schema` lacks; the same value if there are none.
 *
 * @param unknown - collects the removed paths, in the format of strict field validation.
 */
export function prune(value: unknown, schema: Schema, unknown: string[] = []): unknown {
  return pruneValue(value, schema, { root: true, path: "", unknown, preserve: false });
}

interface Context {
  /** Whether this is an object with its own type and metadata. */
  readonly root: boolean;
  readonly path: string;
  readonly unknown: string[];
  /** Whether unknown fields of the nearest object are kept; deeper schemas may still restrict them. */
  readonly preserve: boolean;
}

/** @param schema - undefined if nothing is known of the value: its objects lose all fields. */
function pruneValue(value: unknown, schema: Schema | undefined, context: Context): unknown {
  const preserve = context.preserve || schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (preserve && schema === undefined) return value;
  if (Array.isArray(value)) return pruneList(value, schema, { ...context, root: false, preserve });
  if (!isJsonObject(value)) return value;
  return pruneObject(value, schema, {
    ...context,
    root: context.root || schema?.["x-kubernetes-embedded-resource"] === true,
    preserve,
  });
}

function pruneList(list: readonly unknown[], schema: Schema | undefined, context: Context): unknown {
  const pruned = list.map((item, index) =>
    pruneValue(item, schema?.items, { ...context, path: `${context.path}[${index}]` }),
  );
  return pruned.every((item, index) => item === list[index]) ? list : pruned;
}

const typeMeta = new Set(["apiVersion", "kind"]);

function pruneObject(object: JsonObject, schema: Schema | undefined, context: Context): unknown {
  const { properties, additionalProperties = false } = schema ?? {};
  let changed = false;
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) {
    const path = context.path === "" ? key : `${context.path}.${key}`;
    const next = { ...context, root: false, path, preserve: false };
    const isNamed = properties !== undefined && Object.hasOwn(properties, key);
    let result = value;
    if (context.root && key === "metadata") result = pruneValue(value, objectMetaSchema, next);
    else if (context.root && typeMeta.has(key)) result = value;
    else if (isNamed || additionalProperties !== false) result = pruneValue(value, memberSchema(schema, key), next);
    else if (!context.preserve) {
      context.unknown.push(path);
      changed = true;
      continue;
    }
    setField(kept, key, result);
    changed ||= result !== value;
  }
  return changed ? kept : object;
}
