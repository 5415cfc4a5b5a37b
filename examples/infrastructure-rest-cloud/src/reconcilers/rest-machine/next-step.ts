import type { DeepReadonly } from "@capstan/provider";
import type { RestMachineObject } from "../../api/rest-machine.ts";

/** What to do next for a RestMachine: the past recorded in its object decides. */
export type Step =
  | { readonly do: "stayRefused"; readonly reason: string; readonly message: string }
  | { readonly do: "look"; readonly serverID: string }
  | { readonly do: "followOperation"; readonly operation: string }
  /** No server is known. If no server is listed either: store that one is about to be asked for. */
  | { readonly do: "intend" }
  /** The intent is stored, and no one has acted on it yet. */
  | { readonly do: "create" }
  /** A server was asked for, and may or may not be on its way. */
  | { readonly do: "search"; readonly untilMs: number };

/** What this process knows of its last attempt to make a server. Intentionally lost with the process. */
export interface Attempt {
  /** `status.creationAttemptedAt` as it has stored it, and not acted on yet. */
  readonly intent?: string;
  /** What the cloud has begun to do about it. */
  readonly operation?: string;
}

/** How old an intent may be when the cloud is asked, in milliseconds. */
const maxIntentAgeMs = 30_000;
/** The longest delay until the cloud lists a new server, in milliseconds: as it documents, with a margin. */
const listLagMs = 20_000;

/**
 * Never two servers for one machine, though the cloud makes one for each request and lists it late: before it is asked, the object
 * says so. A reconcile that finds such a note with unknown outcome (the reply was lost, the process was replaced) waits until a
 * server would be listed, and only then asks again.
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
