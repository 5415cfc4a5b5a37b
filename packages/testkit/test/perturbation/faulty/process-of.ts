import type { Client } from "@capstan/runtime";

/** The number of the process that a client is of: each new one of a run has the next. */
export function processOf({ userAgent }: Client): string {
  return userAgent.split("/").at(-1) ?? "";
}
