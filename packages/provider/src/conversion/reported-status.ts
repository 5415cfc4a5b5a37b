import { fieldsOf, jsonEqual, type JsonObject } from "@capstan/kube";
import type { ContractVersion } from "@capstan/contract";
import { toConditions, toConditionsV1Beta1 } from "./condition-forms.ts";

type Contracts = readonly ContractVersion[];
type Conditions = readonly unknown[] | undefined;

/** The part of a status that reports to users: conditions in the form of both contracts, and the failure fields of v1beta1. */
interface Reported {
  /** In the form of v1beta2. */
  readonly conditions: Conditions;
  /** In the form of v1beta1. */
  readonly earlierConditions: Conditions;
  readonly failure: JsonObject;
}

/** The fields of status that this file converts. */
export const reportedFields = ["conditions", "v1beta2", "deprecated", "failureReason", "failureMessage"] as const;

/**
 * Converts conditions and failure fields for a version of other contracts. As in Cluster API's own kinds, a v1beta1 object has the v1beta2
 * conditions in `status.v1beta2`, and a v1beta2 object has the v1beta1 conditions and failure in `status.deprecated.v1beta1` (BC-015). In
 * addition, conditions that exist in one form only are shown in the other form too.
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
  // Conditions that can be computed from the others are not stored twice.
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
 * The conditions that v1beta1 shows: the v1beta1 conditions, unless a v1beta2 condition of the same type now contradicts them. They are
 * outdated if the provider now writes only v1beta2.
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
