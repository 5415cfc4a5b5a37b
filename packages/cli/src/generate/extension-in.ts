import { fieldsOf } from "@capstan/kube";
import type { RuntimeExtension } from "@capstan/runtime-extension";

/** The runtime extension among a module's exports; `undefined` if there is none. */
export function extensionIn(exported: unknown): RuntimeExtension | undefined {
  return Object.values(fieldsOf(exported)).find(isExtension);
}

function isExtension(value: unknown): value is RuntimeExtension {
  const { name, handlers } = fieldsOf(value);
  return (
    typeof name === "string" &&
    Array.isArray(handlers) &&
    handlers.every((handler) => ["hook", "path", "handle"].every((field) => field in fieldsOf(handler)))
  );
}
