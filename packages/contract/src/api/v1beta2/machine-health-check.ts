import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResource } from "../../names/core-resource.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { observedGenerationField } from "../../fields/observed-generation.ts";
import { deprecatedStatus } from "../../fields/deprecated-status.ts";
import { healthChecks, healthCounters, remediationTrigger, watchedMachines } from "../../fields/health-check-fields.ts";
import { atomicList } from "../../fields/lists.ts";
import { text } from "../../fields/names.ts";

/** `spec` of a v1beta2 MachineHealthCheck. */
export const machineHealthCheckSpecSchema = Type.Object(
  {
    ...watchedMachines,
    checks: Type.Optional(healthChecks),
    remediation: Type.Optional(
      Type.Object(remediationTrigger, { minProperties: 1, description: "How unhealthy Machines are replaced." }),
    ),
  },
  { description: "Desired state of the MachineHealthCheck." },
);

/** `status` of a v1beta2 MachineHealthCheck. */
export const machineHealthCheckStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    ...healthCounters,
    observedGeneration: Type.Optional(observedGenerationField),
    targets: Type.Optional(
      atomicList(text(253, "Name of a Machine."), { maxItems: 10000, description: "The Machines that are watched." }),
    ),
    deprecated: Type.Optional(deprecatedStatus({})),
  },
  { minProperties: 1, description: "Observed state of the MachineHealthCheck." },
);

/** The spec of a MachineHealthCheck, v1beta2. */
export type MachineHealthCheckSpec = Type.Static<typeof machineHealthCheckSpecSchema>;
/** The status of a MachineHealthCheck, v1beta2. */
export type MachineHealthCheckStatus = Type.Static<typeof machineHealthCheckStatusSchema>;

/** Defines when Machines are unhealthy and when they are replaced, v1beta2. */
export interface MachineHealthCheck extends KubernetesObject {
  /** The desired state, which users write. */
  spec: MachineHealthCheckSpec;
  /** The observed state, which core writes. */
  status?: MachineHealthCheckStatus;
}

/** MachineHealthChecks, of `cluster.x-k8s.io/v1beta2`. */
export const MachineHealthCheck: ResourceKind<MachineHealthCheck> = coreResource(
  "MachineHealthCheck",
  "machinehealthchecks",
);
