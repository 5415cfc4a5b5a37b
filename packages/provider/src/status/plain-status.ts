import { conditionTypes } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";
import type { Finding } from "../finding/finding.ts";
import type { CachedObject } from "../object/stored-object.ts";
import { type ConditionDraft, nextConditions, notPaused, readyOf } from "./conditions.ts";

/** The condition types that the SDK writes on kinds without a role. */
export const plainConditionTypes: readonly string[] = [conditionTypes.ready, conditionTypes.paused];

/**
 * The status of an object without a role after a finding: the author's fields, the facts as fields, and the conditions Ready and Paused.
 * Pure.
 *
 * @param now - RFC 3339.
 */
export function plainStatus(object: CachedObject, finding: Finding, now: string): object {
  const status = {
    ...object.status,
    ...finding.ownStatus,
    ...finding.facts,
    conditions: conditionsAfter(object, plainConditions(finding), now),
  };
  const entries: [string, unknown][] = Object.entries(status);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The status of an object without a role that is paused or no longer paused. Pure. */
export function plainPausedStatus(object: CachedObject, paused: ConditionDraft, now: string): object {
  return { ...object.status, conditions: conditionsAfter(object, [paused], now) };
}

/** The conditions of a finding: the author's, Paused False, and Ready as their summary. */
function plainConditions(finding: Finding): ConditionDraft[] {
  const own = (finding.conditions ?? []).map((each) => ({ ...each, message: each.message ?? "" }));
  const status = finding.progress === "provisioned" ? "True" : "False";
  const { reason, message } = finding;
  return [readyOf(finding, { type: conditionTypes.ready, status, reason, message }, own), notPaused, ...own];
}

function conditionsAfter(object: CachedObject, drafts: readonly ConditionDraft[], now: string): JsonObject[] {
  const generation = object.metadata.generation ?? 0;
  return nextConditions(fieldsOf(object.status).conditions, drafts, { generation, now }).map((each) => ({ ...each }));
}
