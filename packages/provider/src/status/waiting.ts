import { fieldsOf, jsonEqual } from "@capstan/kube";
import type { CachedObject } from "../object/stored-object.ts";

/**
 * For this time after its creation, the status of a waiting object is written only once, in milliseconds. In a new cluster prerequisites
 * become ready in quick succession; reporting each would cost a write per object and step.
 */
const firstWaitingMs = 30_000;

/**
 * The age at which an object first reports that it waits, in milliseconds: in a running cluster, prerequisites are usually ready sooner.
 * Creation times are whole seconds, so this takes nine to ten seconds.
 */
const silentMs = 10_000;

/**
 * How long to postpone the write of a waiting status; 0 to write it now. The write is postponed if the object is new and has no status, or
 * if it is young, already reports that it waits, and only reasons or messages would change.
 *
 * @param nowMs - milliseconds since the epoch.
 */
export function postponeWaitingMs(object: CachedObject, next: object, nowMs: number): number {
  const created = Date.parse(object.metadata.creationTimestamp ?? "");
  const ageMs = nowMs - created;
  // Tolerates a small clock difference to the API server. If the clocks differ a lot, write at once, because users come first.
  if (!(Math.abs(ageMs) < firstWaitingMs)) return 0;
  const present = fieldsOf(object.status);
  if (present.conditions === undefined) return Math.max(0, silentMs - Math.max(0, ageMs));
  return sameShape(present, next) ? firstWaitingMs - ageMs : 0;
}

function sameShape(present: object, next: object): boolean {
  return jsonEqual(shapeOf(present), shapeOf(next));
}

/** A status reduced to its fields and the status of its conditions. */
function shapeOf(status: object): unknown {
  const { conditions, ...rest } = fieldsOf(status) as { conditions?: unknown };
  const held = (Array.isArray(conditions) ? conditions : [])
    .map((condition: unknown) => `${String(fieldsOf(condition).type)}=${String(fieldsOf(condition).status)}`)
    .sort();
  return [rest, held];
}
