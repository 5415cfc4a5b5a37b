import { type ContractVersion, contractVersions } from "../../contract-version.ts";
import { doneField, fieldsIn, isIn } from "../../roles/derive/places.ts";
import { scaleOf } from "../../roles/derive/scale.ts";
import { jsonTypeOf } from "../../roles/forms/plain.ts";
import { at } from "../json.ts";
import { type Fault, type Rule } from "../rule.ts";
import { itemFaults, standardConditionFaults } from "./condition-rules.ts";
import { servedVersionRule, versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, fieldFaults } from "./field-faults.ts";
import { endpointFaults } from "./infra-cluster-rules.ts";
import { schemaField } from "./schema-field.ts";
import { flagFaults } from "./status-faults.ts";

const controlPlanes = ["ControlPlane" as const];
const pools = ["InfraMachinePool" as const];

/** Control planes and machine pools, by the short lists. */
export const otherKindRules: readonly Rule<CRDSubject>[] = [
  versionRule("CP-002", controlPlanes, "both", function* ({ version, contracts }) {
    for (const contract of contracts) {
      yield* fieldFaults(version, doneField("ControlPlane", contract).place.path, { type: "boolean", present: true });
    }
  }),
  versionRule("CP-003", controlPlanes, "both", ({ version }) => endpointFaults(version)),
  versionRule("CP-004", controlPlanes, "both", replicaFaults),
  versionRule("CP-005", controlPlanes, "both", function* ({ version }) {
    if (!declares(version, "spec.version")) return;
    yield* fieldFaults(version, "spec.version", { type: "string" });
    if (declares(version, "status.version") || declares(version, "status.versions")) return;
    yield { path: schemaField(version.schema, "status.version").path, expected: "status.versions or status.version" };
  }),
  versionRule("CP-006", controlPlanes, "both", function* ({ version, contracts }) {
    if (!declares(version, "spec.machineTemplate")) return;
    yield* fieldFaults(version, "spec.machineTemplate.metadata", { type: "object", present: true });
    const path = contracts[0] === "v1beta2" ? "spec.machineTemplate.spec" : "spec.machineTemplate";
    yield* fieldFaults(version, `${path}.infrastructureRef`, { type: "object", present: true });
  }),
  versionRule("CP-007", controlPlanes, "v1beta2", ({ version }) => listedConditionFaults(version)),
  versionRule("MP-002", pools, "both", function* ({ version, contracts }) {
    yield* fieldFaults(version, "status.ready", { type: "boolean", present: true });
    if (contracts.includes("v1beta2")) yield* flagFaults(version, "status.initialization.provisioned");
  }),
  servedVersionRule("MP-003", pools, function* (version) {
    yield* fieldFaults(version, "spec.providerIDList", { type: "array", present: true });
    yield* fieldFaults(version, "spec.providerIDList[]", { type: "string" });
  }),
  servedVersionRule("MP-004", pools, (version) =>
    fieldFaults(version, "status.replicas", { type: "integer", present: true }),
  ),
  servedVersionRule("MP-005", pools, (version) =>
    fieldFaults(version, "status.infrastructureMachineKind", { type: "string" }),
  ),
  servedVersionRule("MP-006", pools, function* (version) {
    yield* fieldFaults(version, "spec.providerID", { type: "string" });
    yield* fieldFaults(version, "status.instances", { type: "array" });
  }),
  versionRule("MP-009", pools, "v1beta2", ({ version }) => listedConditionFaults(version)),
];

/** What is wrong with the list or its items, each path once. */
function listedConditionFaults(version: CRDVersion): readonly Fault[] {
  const found = [...standardConditionFaults(version), ...itemFaults(version)];
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

function countersIn(contract: ContractVersion): string[] {
  return fieldsIn("ControlPlane", contract)
    .filter(({ field, place }) => field.option === "replicas" && isIn("status", place))
    .filter(({ place }) => jsonTypeOf(place.schema) === "integer")
    .map(({ place }) => place.path);
}

function* replicaFaults({ version, contracts }: VersionInUse): Iterable<Fault> {
  if (!declares(version, "spec.replicas")) return;
  yield* fieldFaults(version, "spec.replicas", { type: "integer" });
  yield* fieldFaults(version, "status.selector", { type: "string", present: true });
  for (const path of countersIn(contracts[0] ?? contractVersions[0])) {
    yield* fieldFaults(version, path, { type: "integer", present: true });
  }
  const scale = at(version.document, "subresources", "scale");
  if (scale === undefined) {
    yield { path: "", expected: "the scale subresource beside the schema" };
    return;
  }
  const [contract = "v1beta2"] = contracts;
  for (const [name, path] of Object.entries(scaleOf("ControlPlane", contract, new Set(["replicas"])) ?? {})) {
    const actual = at(scale, name);
    if (actual !== path) yield { path: "", expected: `scale.${name} of ${String(path)} beside the schema`, actual };
  }
}
