import { listAt } from "@capstan/kube";
import { type Fault, type Rule } from "../rule.ts";
import { mainKinds, versionRule } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, enumFaults, fieldFaults } from "./field-faults.ts";
import { schemaField } from "./schema-field.ts";

const conditions = "status.conditions";
const item = `${conditions}[]`;

/** Conditions of the main kinds. */
export const conditionRules: readonly Rule<CRDSubject>[] = [
  versionRule("BC-011", mainKinds, "v1beta2", ({ version }) => standardConditionFaults(version)),
  versionRule("BC-012", mainKinds, "both", function* ({ version }) {
    if (!declares(version, conditions)) return;
    yield* itemFaults(version);
    yield* enumFaults(version, `${item}.status`, ["True", "False", "Unknown"]);
    const type = schemaField(version.schema, `${item}.type`);
    if (type.found === "declared" && type.schema.pattern === undefined && !(Number(type.schema.minLength) >= 1)) {
      yield { path: type.path, expected: "minLength 1 or a pattern", level: "SHOULD" };
    }
  }),
  versionRule("BC-014", mainKinds, "both", function* ({ version, contracts }) {
    if (!declares(version, item)) return;
    const severity = schemaField(version.schema, `${item}.severity`);
    if (contracts.includes("v1beta2")) {
      const declared = severity.found === "declared" && contracts.length === 1;
      if (declared) yield { path: severity.path, expected: "no severity under v1beta2", level: "SHOULD" };
    } else {
      yield* fieldFaults(version, `${item}.severity`, { type: "string", present: true });
    }
  }),
  versionRule("BC-015", mainKinds, "both", function* ({ version }) {
    const staged = schemaField(version.schema, "status.v1beta2.conditions");
    if (staged.found === "declared") {
      yield {
        path: staged.path,
        expected: "a complete list while the field is there: core reads it in place of status.conditions",
        actual: "status.v1beta2.conditions",
        level: "MAY",
      };
    }
  }),
];

/** How `status.conditions` differs from a list of standard Kubernetes conditions. */
export function* standardConditionFaults(version: CRDVersion): Iterable<Fault> {
  yield* fieldFaults(version, conditions, { type: "array", present: true });
  const list = schemaField(version.schema, conditions);
  if (list.found !== "declared" || list.schema.type !== "array") return;
  yield* optionalFieldFaults(version);
  const keys = listAt(list.schema, "x-kubernetes-list-map-keys");
  if (list.schema["x-kubernetes-list-type"] !== "map" || keys.join() !== "type") {
    yield {
      path: `${list.path}.x-kubernetes-list-type`,
      expected: "map, with key type",
      actual: list.schema["x-kubernetes-list-type"],
    };
  }
}

/** A condition without type or status, or with a field of another type than core reads. */
export function* itemFaults(version: CRDVersion): Iterable<Fault> {
  if (!declares(version, conditions)) return;
  yield* fieldFaults(version, `${item}.type`, { type: "string", present: true });
  yield* fieldFaults(version, `${item}.status`, { type: "string", present: true });
  yield* optionalFieldFaults(version);
}

function* optionalFieldFaults(version: CRDVersion): Iterable<Fault> {
  for (const name of ["reason", "message", "lastTransitionTime"]) {
    yield* fieldFaults(version, `${item}.${name}`, { type: "string" });
  }
  yield* fieldFaults(version, `${item}.observedGeneration`, { type: "integer" });
}
