import { isJsonObject, type JsonObject, setField } from "@capstan/kube";
import { objectMetaSchema } from "./object-meta-schema.ts";
import { memberSchema, type Schema } from "./schema.ts";

/**
 * `value` without the fields that `schema` does not know. The same value comes back if there are no such fields.
 *
 * @param unknown - collects the paths of what was left out, as strict field validation names them.
 */
export function prune(value: unknown, schema: Schema, unknown: string[] = []): unknown {
  return pruneValue(value, schema, { root: true, path: "", unknown, preserve: false });
}

interface Context {
  /** At an object with type and metadata of its own. */
  readonly root: boolean;
  readonly path: string;
  readonly unknown: string[];
  /** Unknown fields of the nearest object are kept; its schema may still restrict what lies deeper. */
  readonly preserve: boolean;
}

/** @param schema - undefined: nothing is known of the value, and of its objects nothing stays. */
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
