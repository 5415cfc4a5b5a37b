import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { groups } from "../../names/groups.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus } from "../../fields/deprecated-status.ts";
import { healthChecks, remediationTrigger } from "../../fields/health-check-fields.ts";
import { labelSelector } from "../../fields/label-selector.ts";
import { atomicList } from "../../fields/lists.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import { text } from "../../fields/names.ts";
import { int32, int64 } from "../../fields/scalars.ts";

/** `spec` of a v1beta2 MachineHealthCheck. */
export const machineHealthCheckSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    selector: labelSelector("The Machines whose health is watched."),
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
    expectedMachines: Type.Optional(int32("Number of Machines that are watched.", { minimum: 0 })),
    currentHealthy: Type.Optional(int32("Number of Machines that are healthy.", { minimum: 0 })),
    remediationsAllowed: Type.Optional(
      int32("Number of additional Machines that may become unhealthy before remediation stops.", { minimum: 0 }),
    ),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.", { minimum: 1 })),
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
export const MachineHealthCheck: ResourceKind<MachineHealthCheck> = {
  group: groups.core,
  version: "v1beta2",
  kind: "MachineHealthCheck",
  plural: "machinehealthchecks",
  namespaced: true,
};
