import { isJsonObject } from "./field-reader.ts";

/** `status.phase` if it is a string; no contract speaks of it. */
export function readPhase(object: unknown): string | undefined {
  const status = isJsonObject(object) ? object.status : undefined;
  const phase = isJsonObject(status) ? status.phase : undefined;
  return typeof phase === "string" && phase !== "" ? phase : undefined;
}
