import { machineAddressTypes } from "../../api/fields/addresses.ts";
import { type Rule } from "../rule.ts";
import { servedVersionRule, versionRule } from "./crd-rule.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { boundFaults, declares, enumFaults, fieldFaults } from "./field-faults.ts";
import { schemaField } from "./schema-field.ts";
import { failureTypeFaults, flagFaults, legacyFailureFaults, sectionFaults } from "./status-faults.ts";

const kinds = ["InfraMachine" as const];
const flag = "status.initialization.provisioned";

/** Infra machines. */
export const infraMachineRules: readonly Rule<CRDSubject>[] = [
  servedVersionRule("IM-001", kinds, function* (version) {
    yield* sectionFaults(version, "spec");
    yield* sectionFaults(version, "status");
  }),
  versionRule("IM-002", kinds, "both", ({ version }) =>
    fieldFaults(version, "spec.providerID", { type: "string", present: true, optional: true }),
  ),
  versionRule("IM-003", kinds, "v1beta2", ({ version }) =>
    boundFaults(version, "spec.providerID", { minLength: { min: 1 }, maxLength: { max: 512 } }),
  ),
  versionRule("IM-008", kinds, "v1beta2", function* ({ version }) {
    yield* fieldFaults(version, "status.failureDomain", { type: "string" });
    yield* boundFaults(version, "status.failureDomain", { minLength: { min: 1 }, maxLength: { max: 256 } }, "MAY");
  }),
  versionRule("IM-009", kinds, "v1beta1", ({ version }) =>
    fieldFaults(version, "spec.failureDomain", { type: "string" }),
  ),
  versionRule("IM-010", kinds, "v1beta2", function* ({ version, contracts }) {
    const field = schemaField(version.schema, "spec.failureDomain");
    if (field.found === "declared" && !contracts.includes("v1beta1")) {
      yield { path: field.path, expected: "status.failureDomain in its place", actual: "spec.failureDomain" };
    }
  }),
  versionRule("IM-011", kinds, "both", function* ({ version }) {
    yield* fieldFaults(version, "status.addresses", { type: "array" });
    if (!declares(version, "status.addresses[]")) return;
    yield* fieldFaults(version, "status.addresses[].type", { type: "string", present: true });
    yield* fieldFaults(version, "status.addresses[].address", { type: "string", present: true });
  }),
  versionRule("IM-012", kinds, "both", function* ({ version }) {
    yield* enumFaults(version, "status.addresses[].type", machineAddressTypes);
    const list = schemaField(version.schema, "status.addresses");
    if (list.found !== "declared" || list.schema.type !== "array") return;
    const bounds = { minLength: { min: 1 }, maxLength: { max: 256 } };
    yield* boundFaults(version, "status.addresses[].address", bounds, "MAY");
    yield* boundFaults(version, "status.addresses", { maxItems: { max: 256 } }, "MAY");
  }),
  versionRule("IM-013", kinds, "v1beta1", ({ version }) =>
    fieldFaults(version, "status.ready", { type: "boolean", present: true }),
  ),
  versionRule("IM-014", kinds, "v1beta2", ({ version }) => flagFaults(version, flag)),
  versionRule("IM-016", kinds, "v1beta1", failureTypeFaults),
  versionRule("IM-017", kinds, "v1beta2", legacyFailureFaults),
  versionRule("IM-019", kinds, "both", ({ version }) =>
    fieldFaults(version, "status.interruptible", { type: "boolean" }),
  ),
];
