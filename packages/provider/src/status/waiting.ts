import { fieldsOf, jsonEqual } from "@capstan/kube";
import type { CachedObject } from "../object/stored-object.ts";

/**
 * How long after its creation an object's waiting status is written only once, in milliseconds. Prerequisites arrive in quick
 * succession in a new cluster; reporting each of them to the API server would cost a write per object and step.
 */
const firstWaitingMs = 30_000;

/**
 * How old an object becomes before it reports for the first time that it waits, in milliseconds: in a cluster that is up, what it
 * waits for is there sooner. Creation times are whole seconds, so this takes nine to ten seconds.
 */
const silentMs = 10_000;

/**
 * How long the writing of a waiting status may be put off; 0 if it must be written now. It may when the object is new and has no
 * status, or is young, already says that it is waiting, and nothing but the words about it would change.
 *
 * @param nowMs - milliseconds since the epoch.
 */
export function postponeWaitingMs(object: CachedObject, next: object, nowMs: number): number {
  const created = Date.parse(object.metadata.creationTimestamp ?? "");
  const ageMs = nowMs - created;
  // The clocks of the API server and of this machine may differ a little; if they differ a lot, users come first.
  if (!(Math.abs(ageMs) < firstWaitingMs)) return 0;
  const present = fieldsOf(object.status);
  if (present.conditions === undefined) return Math.max(0, silentMs - Math.max(0, ageMs));
  return sameShape(present, next) ? firstWaitingMs - ageMs : 0;
}

function sameShape(present: object, next: object): boolean {
  return jsonEqual(shapeOf(present), shapeOf(next));
}

/** A status reduced to its fields and to which conditions hold. */
function shapeOf(status: object): unknown {
  const { conditions, ...rest } = fieldsOf(status) as { conditions?: unknown };
  const held = (Array.isArray(conditions) ? conditions : [])
    .map((condition: unknown) => `${String(fieldsOf(condition).type)}=${String(fieldsOf(condition).status)}`)
    .sort();
  return [rest, held];
}
