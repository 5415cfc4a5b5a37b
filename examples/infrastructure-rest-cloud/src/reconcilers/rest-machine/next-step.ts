import type { DeepReadonly } from "@capstan/provider";
import type { RestMachineObject } from "../../api/rest-machine.ts";

/** The next action for a RestMachine, decided by the past recorded in its object. */
export type Step =
  | { readonly do: "stayRefused"; readonly reason: string; readonly message: string }
  | { readonly do: "look"; readonly serverID: string }
  | { readonly do: "followOperation"; readonly operation: string }
  /** No server is known. If no server is listed either: store the intent to request one. */
  | { readonly do: "intend" }
  /** The intent is stored, and no process has acted on it yet. */
  | { readonly do: "create" }
  /** A server was requested, and may or may not be starting. */
  | { readonly do: "search"; readonly untilMs: number };

/** What this process knows of its last attempt to create a server. Intentionally lost with the process. */
export interface Attempt {
  /** The stored `status.creationAttemptedAt`, if not acted on yet. */
  readonly intent?: string;
  /** The operation that the cloud has begun for it. */
  readonly operation?: string;
}

/** The maximum age of an intent at the request, in milliseconds. */
const maxIntentAgeMs = 30_000;
/** The longest delay until the cloud lists a new server, in milliseconds: the documented value with a margin. */
const listLagMs = 20_000;

/**
 * Prevents two servers for one machine, though the cloud creates one for each request and lists it late: the object records the intent
 * before the request. A reconcile that finds such a record with unknown outcome (the reply was lost, the process was replaced) waits until
 * a server would be listed, and only then requests again.
 */
export function nextStep(
  { metadata, spec, status = {} }: DeepReadonly<RestMachineObject>,
  attempt: Attempt | undefined,
  nowMs: number,
): Step {
  const { refusal, creationAttemptedAt } = status;
  if (refusal !== undefined && refusal.generation === metadata.generation) return { do: "stayRefused", ...refusal };
  const serverID = spec.providerID?.split("/").at(-1) ?? status.serverID;
  if (serverID !== undefined) return { do: "look", serverID };
  if (attempt?.operation !== undefined) return { do: "followOperation", operation: attempt.operation };
  if (creationAttemptedAt === undefined) return { do: "intend" };
  const attemptedMs = Date.parse(creationAttemptedAt);
  if (creationAttemptedAt === attempt?.intent)
    return { do: nowMs - attemptedMs <= maxIntentAgeMs ? "create" : "intend" };
  return { do: "search", untilMs: attemptedMs + maxIntentAgeMs + listLagMs };
}
