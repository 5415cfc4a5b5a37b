import { deepCopy, isJsonObject, jsonEqual } from "@capstan/kube";
import type { HookPatch } from "../hooks/hook-types.generated.ts";
import { HookError } from "../define/hook-error.ts";

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/**
 * Applies the patch of a response to an object, as the core does. Pure.
 *
 * @throws HookError - the patch is not JSON, or does not apply.
 *
 * @example
 * ```ts
 * import { patchBetween } from "@capstan/runtime-extension";
 * import { applyPatch } from "@capstan/runtime-extension/testing";
 *
 * const patch = patchBetween({ size: "small" }, { size: "large" });
 * console.log(patch && applyPatch({ size: "small" }, patch)); // { size: 'large' }
 * ```
 */
export function applyPatch<T>(object: T, { patchType, patch }: HookPatch): T {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(patch, "base64").toString());
  } catch (cause) {
    throw new HookError("The patch is not JSON in base64", { cause });
  }
  if (patchType === "JSONMergePatch") return merged(object, parsed) as T;
  if (!Array.isArray(parsed)) throw new HookError("The JSON patch is not a list of operations");
  return (parsed as Operation[]).reduce<unknown>(applied, deepCopy<unknown>(object)) as T;
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function applied(document: unknown, { op, path, from = "", value }: Operation): unknown {
  switch (op) {
    case "add":
      return changedAt(document, path, (parent, key) => {
        if (Array.isArray(parent)) parent.splice(key === "-" ? parent.length : Number(key), 0, value);
        else parent[key] = value;
      });
    case "replace":
      valueAt(document, path);
      return path === ""
        ? value
        : changedAt(document, path, (parent, key) => ((parent as Record<string, unknown>)[key] = value));
    case "remove":
      valueAt(document, path);
      return changedAt(document, path, (parent, key) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else Reflect.deleteProperty(parent, key);
      });
    case "test":
      if (jsonEqual(valueAt(document, path), value)) return document;
      throw new HookError(`The test at ${path} fails`);
    case "copy":
      return applied(document, { op: "add", path, value: deepCopy(valueAt(document, from)) });
    case "move": {
      const moved = valueAt(document, from);
      return applied(applied(document, { op: "remove", path: from }), { op: "add", path, value: moved });
    }
    default:
      throw new HookError(`A JSON patch has no operation ${op}`);
  }
}

function stepsOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(document: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => {
    const container = Array.isArray(value) || isJsonObject(value) ? (value as Record<string, unknown>) : {};
    if (!Object.hasOwn(container, step)) throw new HookError(`The patch changes ${path}, which does not exist`);
    return container[step];
  }, document);
}

function changedAt(
  document: unknown,
  path: string,
  change: (parent: unknown[] | Record<string, unknown>, key: string) => void,
): unknown {
  const at = path.lastIndexOf("/");
  const parent = valueAt(document, path.slice(0, at));
  if (!Array.isArray(parent) && !isJsonObject(parent)) throw new HookError(`The parent of ${path} has no fields`);
  change(parent as unknown[] | Record<string, unknown>, stepsOf(path).at(-1) ?? "");
  return document;
}
