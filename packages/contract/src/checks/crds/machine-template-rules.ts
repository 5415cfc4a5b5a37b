import { jsonEqual, listAt } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type FieldPath } from "../../roles/field.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, fieldFaults } from "./field-faults.ts";
import { schemaField } from "./schema-field.ts";

type Paths = Readonly<Record<ContractVersion, FieldPath>>;

const rolloutAfter: Paths = { v1beta1: "spec.rolloutAfter", v1beta2: "spec.rollout.after" };
const readinessGates: Paths = {
  v1beta1: "spec.machineTemplate.readinessGates",
  v1beta2: "spec.machineTemplate.spec.readinessGates",
};
const taints: Paths = { v1beta1: "spec.machineTemplate.taints", v1beta2: "spec.machineTemplate.spec.taints" };

/** The rules about what users may set for the Machines of a control plane; a provider may leave out each of these fields. */
export const machineTemplateRules: readonly Rule<CRDSubject>[] = [
  versionRule("CP-014", (use) => faultsAt(use, rolloutAfter, timeFaults)),
  versionRule("CP-017", (use) => faultsAt(use, readinessGates, mapFaults("conditionType"))),
  versionRule("CP-018", (use) => faultsAt(use, taints, mapFaults("key", "effect"))),
];

type FaultsOf = (version: CRDVersion, path: string) => Iterable<Fault>;

/** The faults of a field at the path of the newest contract, which is the only one that core reads; or its other path. */
function* faultsAt({ version, contracts: [newest] }: VersionInUse, paths: Paths, faultsOf: FaultsOf): Iterable<Fault> {
  const path = paths[newest];
  if (declares(version, path)) {
    yield* faultsOf(version, path);
    return;
  }
  for (const other of Object.values(paths)) {
    const found = schemaField(version.schema, other);
    if (found.found === "declared") yield { path: found.path, expected: `${path} in its place`, actual: other };
  }
}

function* timeFaults(version: CRDVersion, path: string): Iterable<Fault> {
  yield* fieldFaults(version, path, { type: "string", optional: true });
  const field = schemaField(version.schema, path);
  if (field.found !== "declared" || field.schema.type !== "string" || field.schema.format === "date-time") return;
  yield { path: `${field.path}.format`, expected: "date-time", actual: field.schema.format };
}

/** @returns faults of a list whose items several field managers own, by these keys. */
function mapFaults(...keys: readonly string[]): FaultsOf {
  return function* (version, path) {
    yield* fieldFaults(version, path, { type: "array", optional: true });
    const field = schemaField(version.schema, path);
    if (field.found !== "declared" || field.schema.type !== "array") return;
    for (const key of keys) yield* fieldFaults(version, `${path}[].${key}`, { type: "string", present: true });
    const type = field.schema["x-kubernetes-list-type"];
    const found = listAt(field.schema, "x-kubernetes-list-map-keys");
    if (type === "map" && jsonEqual(found.toSorted(), keys.toSorted())) return;
    yield {
      path: `${field.path}.x-kubernetes-list-type`,
      expected: `map, with key ${keys.join(" and ")}`,
      actual: type,
    };
  };
}
