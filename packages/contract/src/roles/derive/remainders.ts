import { type JsonObject } from "@capstan/kube";
import { type ProviderRole, roleOf } from "../roles.ts";

/**
 * Adds counts that follow from others: if one of three desired instances is unavailable, two are available, and vice versa. Existing values
 * are kept.
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
