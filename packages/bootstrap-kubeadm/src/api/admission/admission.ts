import type { AdmissionRules, FieldProblem } from "@capstan/provider";
import { admissionContradictions } from "./admission-contradictions.ts";
import type { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import { withFormerDefaults } from "./former-defaults.ts";

const root = /^spec\.?/;

/**
 * The checks of upstream's admission webhooks. They refuse less than this provider's conditions do ({@link findContradictions}): this
 * provider admits every object that the Go provider admits, so that either can take over a management cluster.
 */
export const kubeadmConfigAdmission: AdmissionRules<KubeadmConfigSpec> = {
  validate: (spec) =>
    // The cast only drops `readonly`: the API server has checked the spec against the schema.
    admissionContradictions(spec as KubeadmConfigSpec).map(
      ({ path, message }): FieldProblem => ({ path: path.replace(root, ""), message }),
    ),
  defaultTemplate: (spec, { isTopologyDryRun }) => (isTopologyDryRun ? withFormerDefaults(spec) : spec),
};
