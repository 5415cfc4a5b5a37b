import { listAt } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { fieldOf } from "../../roles/derive/places.ts";
import { isProviderRole, type ProviderRole } from "../../roles/roles.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, enumFaults, fieldFaults } from "./field-faults.ts";
import { schemaField } from "./schema-field.ts";

const conditions = "status.conditions";
const item = `${conditions}[]`;

/** The rules about conditions of the main kinds. */
export const conditionRules: readonly Rule<CRDSubject>[] = [
  versionRule("BC-011", ({ version }) => standardConditionFaults(version)),
  versionRule("BC-012", function* ({ version, contracts }) {
    if (!declares(version, conditions)) return;
    yield* itemFaults(version);
    for (const fault of enumFaults(version, `${item}.status`, ["True", "False", "Unknown"])) {
      // The condition type of v1beta1 leaves this open.
      yield contracts[0] === "v1beta1" && fault.actual === undefined ? { ...fault, level: "MAY" } : fault;
    }
    const type = schemaField(version.schema, `${item}.type`);
    if (type.found === "declared" && type.schema.pattern === undefined && !(Number(type.schema.minLength) >= 1)) {
      yield { path: type.path, expected: "minLength 1 or a pattern", level: "SHOULD" };
    }
  }),
  versionRule("BC-014", severityFaults),
  versionRule("BC-015", function* ({ version }) {
    const staged = schemaField(version.schema, "status.v1beta2.conditions");
    if (staged.found === "declared") {
      yield {
        path: staged.path,
        expected: "a complete list while the field exists: core reads it instead of status.conditions",
        actual: "status.v1beta2.conditions",
        level: "MAY",
      };
    }
  }),
];

/** A missing severity that the newest contract requires, or a severity that no contract of the version has. */
function* severityFaults({ version, contracts, crd }: VersionInUse): Iterable<Fault> {
  if (!declares(version, item) || !isProviderRole(crd.role)) return;
  const { role } = crd;
  const [newest, ...others] = contracts;
  if (hasSeverity(role, newest)) {
    yield* fieldFaults(version, `${item}.severity`, { type: "string", present: true });
  } else if (!others.some((contract) => hasSeverity(role, contract))) {
    const severity = schemaField(version.schema, `${item}.severity`);
    if (severity.found !== "declared") return;
    yield { path: severity.path, expected: `no severity under ${newest}`, actual: "severity", level: "SHOULD" };
  }
}

function hasSeverity(role: ProviderRole, contract: ContractVersion): boolean {
  const { schema } = fieldOf(role, "conditions", contract).place;
  return schemaField({ properties: { conditions: schema } }, "conditions[].severity").found === "declared";
}

/** Differences between `status.conditions` and a list of standard Kubernetes conditions. */
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

/** A condition without type or status, or a field of another type than core reads. */
function* itemFaults(version: CRDVersion): Iterable<Fault> {
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
