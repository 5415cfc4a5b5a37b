import { isDeepStrictEqual } from "node:util";
import type { ContractVersion } from "@capstan/contract";
import { type Fields, fieldsOf } from "../lifecycle/stored-object.ts";
import { toConditions, toConditionsV1Beta1 } from "./condition-forms.ts";

type Contracts = readonly ContractVersion[];
type Conditions = readonly unknown[] | undefined;

/** What a status tells people: conditions in the form of either contract, and the failure fields of v1beta1. */
interface Told {
  /** As v1beta2 has them. */
  readonly conditions: Conditions;
  /** As v1beta1 has them. */
  readonly earlierConditions: Conditions;
  readonly failure: Fields;
}

/** The fields of status that are translated here. */
export const toldFields = ["conditions", "v1beta2", "deprecated", "failureReason", "failureMessage"] as const;

/**
 * Conditions and failure fields for a version of other contracts. As for Cluster API's own kinds, v1beta1 has the conditions of
 * v1beta2 in `status.v1beta2`, and v1beta2 has conditions and failure of v1beta1 in `status.deprecated.v1beta1` (BC-015). Beyond
 * that, conditions that are there in one form only are shown in the other as well.
 */
export function toldIn(status: Fields, from: Contracts, to: Contracts): Fields {
  const told = toldBy(status, from);
  if (to.length > 1) return { ...told.failure, ...conditionsField(told.conditions ?? fresh(told.earlierConditions)) };
  return to.includes("v1beta2") ? inV1Beta2(told) : inV1Beta1(told);
}

function toldBy(status: Fields, from: Contracts): Told {
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

function inV1Beta2({ conditions, earlierConditions, failure }: Told): Fields {
  const told = conditions ?? fresh(earlierConditions);
  // What follows from the conditions anyway needs no place of its own.
  const follows = told !== undefined && isDeepStrictEqual(toConditionsV1Beta1(told), earlierConditions);
  const earlier = { ...failure, ...(follows ? {} : conditionsField(earlierConditions)) };
  return {
    ...conditionsField(told),
    ...(Object.keys(earlier).length === 0 ? {} : { deprecated: { v1beta1: earlier } }),
  };
}

function inV1Beta1({ conditions, earlierConditions, failure }: Told): Fields {
  return {
    ...failure,
    ...conditionsField(shown(earlierConditions, conditions)),
    ...(conditions === undefined ? {} : { v1beta2: { conditions } }),
  };
}

/**
 * The conditions that v1beta1 shows: those that were written for it, unless a condition of the same type says otherwise by now.
 * Who writes v1beta2 alone leaves the earlier ones behind.
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

function failureOf({ failureReason, failureMessage }: Fields): Fields {
  return {
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(failureMessage === undefined ? {} : { failureMessage }),
  };
}

function conditionsField(conditions: Conditions): Fields {
  return conditions === undefined ? {} : { conditions };
}

function listOf(value: unknown): Conditions {
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}
