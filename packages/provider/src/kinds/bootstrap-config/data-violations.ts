import { type Violation, violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";
import { textViolations } from "../../check/text-violations.ts";

/** The size limit of all keys of a Secret together, in bytes. */
const secretLimitBytes = 1024 * 1024;

/** Checks that bootstrap data is not empty and fits into a Secret (rule BS-005). */
export function dataViolations({ type, data, format }: JsonObject): Violation[] {
  if (type !== "data") return [];
  const bytes = typeof data === "string" ? Buffer.byteLength(data, "utf8") : undefined;
  const most = secretLimitBytes - (typeof format === "string" ? Buffer.byteLength(format, "utf8") : 0);
  const fits = bytes !== undefined && bytes > 0 && bytes <= most;
  // The violation must not quote the data, because it is secret.
  const found = bytes === undefined ? typeof data : `${bytes} bytes`;
  const expected = `bootstrap data of 1 to ${most} bytes`;
  return [
    ...(fits ? [] : [violation("BS-005", { path: "Secret.data.value", expected, actual: found })]),
    ...(format === undefined ? [] : textViolations("BS-005", "Secret.data.format", format, 64)),
  ];
}
