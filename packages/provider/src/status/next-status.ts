import { type Condition, isDone, isFailureFinal, providerSpec, providerStatus, roleOf } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";
import { type ConditionDraft, conditionsOf, nextConditions } from "./conditions.ts";
import { isTakenBack } from "../outcome/facts-of.ts";
import type { Finding } from "../finding/finding.ts";

/** The context of a status in addition to the finding. */
export interface StatusContext {
  readonly definition: ProviderDefinition;
  /** RFC 3339, for transition times. */
  readonly now: string;
  /** Whether the kind's status has `observedGeneration`. */
  readonly observesGeneration: boolean;
}

/** The status of an object after a finding. Pure; a set flag is never cleared (BC-019, IM-015). */
export function nextStatus(object: CachedObject, finding: Finding, context: StatusContext): object {
  const present = fieldsOf(object.status);
  const { definition } = context;
  const drafts = conditionsOf(definition, isDone(definition.role, object, definition.contract), finding);
  const reported = reportedStatus(finding, conditionsAfter(object, drafts, context), context);
  const initialization = { ...fieldsOf(present.initialization), ...fieldsOf(reported.initialization) };
  const status = {
    ...present,
    ...finding.ownStatus,
    ...observed(object, finding, context),
    ...reported,
    ...(Object.keys(initialization).length === 0 ? {} : { initialization }),
  };
  const entries: [string, unknown][] = Object.entries(status);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A generation counts as observed once it has led to a result: an error, which is retried, is not a result. */
function observed(
  { metadata }: CachedObject,
  { progress }: Finding,
  { observesGeneration }: StatusContext,
): JsonObject {
  const { generation } = metadata;
  if (!observesGeneration || progress === "blocked" || generation === undefined) return {};
  return { observedGeneration: generation };
}

/** The spec with the reported fields, in the form of the newest contract. */
export function nextSpec(
  spec: object | undefined,
  { facts = {} }: Finding,
  { role, contract }: ProviderDefinition,
): object | undefined {
  return providerSpec(role, contract, facts, spec);
}

/** The status of a paused object: only its Paused condition changes (BC-021, BC-022). */
export function pausedStatus(object: CachedObject, paused: ConditionDraft, context: StatusContext): object {
  const conditions = conditionsAfter(object, [paused], context);
  return { ...object.status, conditions: conditionsForm(conditions, context) };
}

function conditionsAfter(object: CachedObject, drafts: readonly ConditionDraft[], { now }: StatusContext): Condition[] {
  return nextConditions(fieldsOf(object.status).conditions, drafts, {
    generation: object.metadata.generation ?? 0,
    now,
  });
}

/** The conditions in the form of the newest contract. */
function conditionsForm(conditions: readonly Condition[], { definition }: StatusContext): unknown {
  return providerStatus(definition.role, definition.contract, { conditions }).conditions;
}

/** The reported fields in the form of all contracts; where two contracts share a field name, in the form of the newest. */
function reportedStatus(finding: Finding, conditions: readonly Condition[], { definition }: StatusContext): JsonObject {
  const { role, contracts, contract } = definition;
  const { facts = {}, progress, reason, message } = finding;
  const report = {
    ...facts,
    conditions,
    ...(progress === "provisioned" ? { [roleOf(role).done]: true } : {}),
    ...(progress === "failed" ? { failure: { reason, message } } : {}),
  };
  // A failure that is not final is removed as soon as it is overcome.
  const overcome =
    progress === "failed" || isFailureFinal(role, contract)
      ? {}
      : { failureReason: undefined, failureMessage: undefined };
  const reports = contracts.toReversed().map((each) => providerStatus(role, each, report));
  const takenBack = Object.keys(facts).filter((name) => isTakenBack(name, facts[name]));
  const gone = Object.fromEntries(takenBack.map((name) => [name, undefined]));
  return Object.assign({}, overcome, ...reports, gone) as JsonObject;
}
