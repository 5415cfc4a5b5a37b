import type { DeepReadonly } from "@capstan/contract";
import type { Secret } from "@capstan/runtime";

/** A value of a Secret as a string; undefined if it is missing or empty. */
export function secretText(secret: DeepReadonly<Secret> | undefined, key: string): string | undefined {
  const value = secret?.data?.[key];
  return value === undefined || value === "" ? undefined : Buffer.from(value, "base64").toString("utf8");
}
