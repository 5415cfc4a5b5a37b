import { type Violation, violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";

/** Checks the report of a pool beyond the schemas of its fields. Each violation would mislead core. */
export function poolViolations({ providerIDList, replicas, desiredReplicas }: JsonObject): Violation[] {
  const ids: readonly unknown[] = Array.isArray(providerIDList) ? providerIDList : [];
  const path = "spec.providerIDList";
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  const isCount = desiredReplicas === undefined || (Number.isInteger(desiredReplicas) && Number(desiredReplicas) >= 0);
  return [
    ...(repeated.length === 0 ? [] : [violation("MP-003", { path, expected: "unique IDs", actual: repeated })]),
    // Core copies neither `providerIDList` nor `replicas` in this case.
    ...(ids.length === 0 && Number(replicas) > 0
      ? [
          violation("MP-003", {
            path,
            expected: "at least one ID, because the pool has replicas",
            actual: providerIDList,
          }),
        ]
      : []),
    ...(isCount
      ? []
      : [
          violation("MP-010", {
            path: "outcome.desiredReplicas",
            expected: "an integer of at least 0",
            actual: desiredReplicas,
          }),
        ]),
  ];
}
