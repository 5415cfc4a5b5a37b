import { type JsonObject } from "@capstan/kube";
import { type ProviderRole, roleOf } from "../roles.ts";

/**
 * The values of fields, by their names, with the counts that follow from them: of three wanted instances two are available where one
 * is unavailable, and the other way round. What is given stays.
 */
export function withRemainders(role: ProviderRole, values: JsonObject): JsonObject {
  const found = Object.entries(roleOf(role).fields).flatMap(([name, { remainder }]) => {
    if (remainder === undefined || values[name] !== undefined) return [];
    const [whole, missing] = [values[remainder.of], values[remainder.missing]];
    return typeof whole === "number" && typeof missing === "number"
      ? [[name, Math.max(0, whole - missing)] as const]
      : [];
  });
  return { ...values, ...Object.fromEntries<unknown>(found) };
}
