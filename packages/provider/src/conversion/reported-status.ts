import { fieldsOf, jsonEqual, type JsonObject } from "@capstan/kube";
import type { ContractVersion } from "@capstan/contract";
import { toConditions, toConditionsV1Beta1 } from "./condition-forms.ts";

type Contracts = readonly ContractVersion[];
type Conditions = readonly unknown[] | undefined;

/** What a status reports to people: conditions in the form of either contract, and the failure fields of v1beta1. */
interface Reported {
  /** As v1beta2 has them. */
  readonly conditions: Conditions;
  /** As v1beta1 has them. */
  readonly earlierConditions: Conditions;
  readonly failure: JsonObject;
}

/** The fields of status that are translated here. */
export const reportedFields = ["conditions", "v1beta2", "deprecated", "failureReason", "failureMessage"] as const;

/**
 * Conditions and failure fields for a version of other contracts. As for Cluster API's own kinds, v1beta1 has the conditions of
 * v1beta2 in `status.v1beta2`, and v1beta2 has conditions and failure of v1beta1 in `status.deprecated.v1beta1` (BC-015). Beyond
 * that, conditions that are there in one form only are shown in the other as well.
 */
export function reportedIn(status: JsonObject, from: Contracts, to: Contracts): JsonObject {
  const reported = reportedBy(status, from);
  if (to.length > 1)
    return { ...reported.failure, ...conditionsField(reported.conditions ?? fresh(reported.earlierConditions)) };
  return to.includes("v1beta2") ? inV1Beta2(reported) : inV1Beta1(reported);
}

function reportedBy(status: JsonObject, from: Contracts): Reported {
  if (from.length > 1)
    return { conditions: listOf(status.conditions), earlierConditions: undefined, failure: failureOf(status) };
  if (from.includes("v1beta2")) {
    const earlier = fieldsOf(fieldsOf(status.deprecated).v1beta1);
    const { conditions } = earlier;
    return {
      conditions: listOf(status.conditions),
      earlierConditions: listOf(conditions),
      failure: failureOf(earlier),
    };
  }
  const { conditions } = fieldsOf(status.v1beta2);
  return {
    conditions: listOf(conditions),
    earlierConditions: listOf(status.conditions),
    failure: failureOf(status),
  };
}

function inV1Beta2({ conditions, earlierConditions, failure }: Reported): JsonObject {
  const reported = conditions ?? fresh(earlierConditions);
  // What can be computed from the conditions is not stored separately.
  const follows = reported !== undefined && jsonEqual(toConditionsV1Beta1(reported), earlierConditions);
  const earlier = { ...failure, ...(follows ? {} : conditionsField(earlierConditions)) };
  return {
    ...conditionsField(reported),
    ...(Object.keys(earlier).length === 0 ? {} : { deprecated: { v1beta1: earlier } }),
  };
}

function inV1Beta1({ conditions, earlierConditions, failure }: Reported): JsonObject {
  return {
    ...failure,
    ...conditionsField(shown(earlierConditions, conditions)),
    ...(conditions === undefined ? {} : { v1beta2: { conditions } }),
  };
}

/**
 * The conditions that v1beta1 shows: those that were written for it, unless a condition of the same type says otherwise by now. A
 * provider that now writes only v1beta2 leaves the earlier ones behind.
 */
function shown(earlier: Conditions, conditions: Conditions): Conditions {
  if (conditions === undefined) return earlier;
  const derived = toConditionsV1Beta1(conditions);
  if (earlier === undefined) return derived;
  return earlier.map((condition) => {
    const { type, status } = fieldsOf(condition);
    const now = derived.find((other) => other.type === type);
    return now === undefined || now.status === status ? condition : now;
  });
}

function fresh(earlier: Conditions): Conditions {
  return earlier === undefined ? undefined : toConditions(earlier);
}

function failureOf({ failureReason, failureMessage }: JsonObject): JsonObject {
  return {
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(failureMessage === undefined ? {} : { failureMessage }),
  };
}

function conditionsField(conditions: Conditions): JsonObject {
  return conditions === undefined ? {} : { conditions };
}

function listOf(value: unknown): Conditions {
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}
