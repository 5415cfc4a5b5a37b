import { fieldsAt } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { doneField, fieldsIn, isIn } from "../../roles/derive/places.ts";
import { scaleOf } from "../../roles/derive/scale.ts";
import { jsonTypeOf } from "../../roles/forms/plain.ts";
import { at } from "../rule/json.ts";
import { roles } from "../../roles/roles.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { standardConditionFaults } from "./condition-rules.ts";
import { servedVersionRule, versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, fieldFaults } from "./field-faults.ts";
import { endpointFaults } from "./infra-cluster-rules.ts";
import { machineTemplateRules } from "./machine-template-rules.ts";
import { schemaField } from "./schema-field.ts";
import { flagFaults } from "./status-faults.ts";

/** The rules about control planes and machine pools that the role tables do not cover. */
export const otherKindRules: readonly Rule<CRDSubject>[] = [
  versionRule("CP-002", function* ({ version, contracts }) {
    for (const contract of contracts) {
      yield* fieldFaults(version, doneField("ControlPlane", contract).place.path, { type: "boolean", present: true });
    }
  }),
  versionRule("CP-003", ({ version }) => endpointFaults(version)),
  versionRule("CP-004", replicaFaults),
  versionRule("CP-005", function* ({ version }) {
    if (!declares(version, "spec.version")) return;
    yield* fieldFaults(version, "spec.version", { type: "string" });
    if (declares(version, "status.version") || declares(version, "status.versions")) return;
    yield { path: schemaField(version.schema, "status.version").path, expected: "status.versions or status.version" };
  }),
  versionRule("CP-006", function* ({ version, contracts }) {
    if (!usesMachines(version)) return;
    yield* fieldFaults(version, "spec.machineTemplate.metadata", { type: "object", present: true });
    const { infrastructureTemplate } = roles.ControlPlane;
    yield* fieldFaults(version, infrastructureTemplate[contracts[0]], { type: "object", present: true });
  }),
  versionRule("CP-007", ({ version }) => standardConditionFaults(version)),
  ...machineTemplateRules,
  versionRule("MP-002", function* ({ version, contracts }) {
    const flags = contracts.map((contract) => doneField("InfraMachinePool", contract).place);
    const paths = new Set(flags.flatMap(({ path, alsoAt = path }) => [alsoAt, path]));
    for (const path of paths) yield* flagFaults(version, path);
  }),
  servedVersionRule("MP-003", function* (version) {
    yield* fieldFaults(version, "spec.providerIDList", { type: "array", present: true });
    yield* fieldFaults(version, "spec.providerIDList[]", { type: "string" });
  }),
  servedVersionRule("MP-004", (version) => fieldFaults(version, "status.replicas", { type: "integer", present: true })),
  servedVersionRule("MP-005", (version) =>
    fieldFaults(version, "status.infrastructureMachineKind", { type: "string" }),
  ),
  servedVersionRule("MP-006", function* (version) {
    yield* fieldFaults(version, "spec.providerID", { type: "string" });
    yield* fieldFaults(version, "status.instances", { type: "array" });
  }),
  versionRule("MP-009", ({ version }) => standardConditionFaults(version)),
];

/** A control plane without Machines may have an empty machineTemplate, for topologies. */
function usesMachines({ schema }: CRDVersion): boolean {
  const field = schemaField(schema, "spec.machineTemplate");
  return field.found === "declared" && Object.keys(fieldsAt(field.schema, "properties")).length > 0;
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
  for (const path of countersIn(contracts[0])) {
    yield* fieldFaults(version, path, { type: "integer", present: true });
  }
  const scale = at(version.document, "subresources", "scale");
  if (scale === undefined) {
    yield { path: "", expected: "the scale subresource in addition to the schema" };
    return;
  }
  for (const [name, path] of Object.entries(scaleOf("ControlPlane", contracts[0], new Set(["replicas"])) ?? {})) {
    const actual = at(scale, name);
    if (actual !== path)
      yield { path: "", expected: `scale.${name} of ${String(path)} in addition to the schema`, actual };
  }
}
