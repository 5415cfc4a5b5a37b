import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import { durationOf, secondsOf } from "./duration-seconds.ts";
import { eachOf, filled, ifThere, present } from "./fields.ts";
import type { KindForms } from "./kind-forms.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";

/** The checks that decide whether a Machine is unhealthy, in v1beta2. */
export function checksToV1Beta2(check: JsonObject): JsonObject | undefined {
  return present({
    nodeStartupTimeoutSeconds: secondsOf(check.nodeStartupTimeout),
    unhealthyNodeConditions: filled(eachOf(check.unhealthyConditions, unhealthyToV1Beta2)),
    unhealthyMachineConditions: filled(eachOf(check.unhealthyMachineConditions, unhealthyToV1Beta2)),
  });
}

/** When unhealthy Machines are replaced and by which controller, in v1beta2. */
export function remediationToV1Beta2(check: JsonObject): JsonObject {
  const { apiVersion, kind, name } = fieldsOf(check.remediationTemplate);
  return {
    triggerIf: present({ unhealthyLessThanOrEqualTo: check.maxUnhealthy, unhealthyInRange: check.unhealthyRange }),
    templateRef: present({ apiVersion, kind, name }),
  };
}

/** The fields of {@link checksToV1Beta2} and {@link remediationToV1Beta2} in v1beta1, which has them in one object. */
export function healthCheckToV1Beta1(checks: unknown, remediation: unknown, namespace: string | undefined): JsonObject {
  const { nodeStartupTimeoutSeconds, unhealthyNodeConditions, unhealthyMachineConditions } = fieldsOf(checks);
  const { triggerIf, templateRef } = fieldsOf(remediation);
  return {
    nodeStartupTimeout: durationOf(nodeStartupTimeoutSeconds),
    unhealthyConditions: eachOf(unhealthyNodeConditions, unhealthyToV1Beta1),
    unhealthyMachineConditions: eachOf(unhealthyMachineConditions, unhealthyToV1Beta1),
    maxUnhealthy: fieldsOf(triggerIf).unhealthyLessThanOrEqualTo,
    unhealthyRange: fieldsOf(triggerIf).unhealthyInRange,
    remediationTemplate: ifThere(templateRef, (reference) => definedFields({ ...reference, namespace })),
  };
}

function unhealthyToV1Beta2({ type, status, timeout }: JsonObject): JsonObject {
  return definedFields({ type, status, timeoutSeconds: secondsOf(timeout) });
}

function unhealthyToV1Beta1({ type, status, timeoutSeconds }: JsonObject): JsonObject {
  return definedFields({ type, status, timeout: durationOf(timeoutSeconds ?? 0) });
}

const status: StatusForm = {
  deprecated: ["conditions"],
  staged: ["conditions"],
  flags: {},
  shared: ["expectedMachines", "currentHealthy", "remediationsAllowed", "targets"],
};

/** MachineHealthChecks in both versions. */
export const machineHealthCheckForms: KindForms = {
  specToV1Beta2: (spec) =>
    definedFields({
      clusterName: spec.clusterName,
      selector: spec.selector,
      checks: checksToV1Beta2(spec),
      remediation: present(remediationToV1Beta2(spec)),
    }),
  specToV1Beta1: (spec, { namespace }) =>
    definedFields({
      clusterName: spec.clusterName,
      selector: spec.selector,
      ...healthCheckToV1Beta1(spec.checks, spec.remediation, namespace),
    }),
  statusToV1Beta2: (old) => statusToV1Beta2(old, status),
  statusToV1Beta1: (now) => statusToV1Beta1(now, status),
};
