import { type Rule } from "../rule.ts";
import { servedVersionRule, versionRule } from "./crd-rule.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { boundFaults, fieldFaults } from "./field-faults.ts";
import { flagFaults, legacyFailureFaults, sectionFaults } from "./status-faults.ts";

const kinds = ["BootstrapConfig" as const];

/** Bootstrap configs. */
export const bootstrapConfigRules: readonly Rule<CRDSubject>[] = [
  servedVersionRule("BC-001", kinds, (version) => sectionFaults(version, "spec")),
  servedVersionRule("BC-002", kinds, (version) => sectionFaults(version, "status")),
  versionRule("BC-003", kinds, "v1beta1", ({ version }) =>
    fieldFaults(version, "status.ready", { type: "boolean", present: true }),
  ),
  versionRule("BC-004", kinds, "v1beta2", ({ version }) =>
    flagFaults(version, "status.initialization.dataSecretCreated"),
  ),
  versionRule("BC-005", kinds, "both", ({ version }) =>
    fieldFaults(version, "status.dataSecretName", { type: "string", present: true, optional: true }),
  ),
  versionRule("BC-006", kinds, "v1beta2", ({ version }) =>
    boundFaults(version, "status.dataSecretName", { minLength: { min: 1 }, maxLength: { max: 253 } }),
  ),
  versionRule("BC-007", kinds, "v1beta1", ({ version }) =>
    fieldFaults(version, "status.failureReason", { type: "string" }),
  ),
  versionRule("BC-008", kinds, "v1beta1", ({ version }) =>
    fieldFaults(version, "status.failureMessage", { type: "string" }),
  ),
  versionRule("BC-010", kinds, "v1beta2", legacyFailureFaults),
];
