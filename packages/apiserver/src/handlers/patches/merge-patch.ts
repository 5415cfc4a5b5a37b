import { isJsonObject, type JsonObject, setField } from "@capstan/kube";

/** `target` changed by a JSON merge patch (RFC 7386). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else setField(result, key, applyMergePatch(ownField(result, key), value));
  }
  return result;
}

/** Ignores inherited properties, such as the prototype. */
export function ownField(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
