import { type ObservedObject } from "./adapters/observed-machine.ts";
import { readReferencedObject } from "./adapters/referenced-object.ts";

/**
 * The summary of the bootstrap config for `status.bootstrapPhase`: its own `status.phase` if that is a string, else `not found`,
 * `deleting`, `failed`, `ready` or `pending`. For users only.
 *
 * @example
 * ```ts
 * import { bootstrapPhase } from "@capstan/phases";
 *
 * console.log(bootstrapPhase("missing"));
 * ```
 */
export function bootstrapPhase(bootstrapConfig: ObservedObject | "missing"): string {
  return summaryOf(bootstrapConfig, "bootstrap");
}

/**
 * The summary of the infrastructure object for `status.infrastructurePhase`, with the same values as {@link bootstrapPhase}.
 *
 * @example
 * ```ts
 * import { infrastructurePhase } from "@capstan/phases";
 *
 * console.log(infrastructurePhase("missing"));
 * ```
 */
export function infrastructurePhase(infrastructure: ObservedObject | "missing"): string {
  return summaryOf(infrastructure, "infrastructure");
}

function summaryOf(observed: ObservedObject | "missing", role: "bootstrap" | "infrastructure"): string {
  const object = readReferencedObject(observed, role);
  if (object.phase !== undefined && object.phase !== "") return object.phase;
  if (object.state === "missing") return "not found";
  if (object.state === "being-deleted") return "deleting";
  if (object.failure !== undefined) return "failed";
  return object.ready ? "ready" : "pending";
}
