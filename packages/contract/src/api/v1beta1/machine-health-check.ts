import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResourceV1Beta1 } from "../../names/core-resource.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { observedGenerationV1Beta1Field } from "../../fields/observed-generation.ts";
import { healthCheckFieldsV1Beta1, healthCounters, watchedMachines } from "../../fields/health-check-fields.ts";
import { text } from "../../fields/names.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { MachineHealthCheck } from "../v1beta2/machine-health-check.ts";

/** `spec` of a v1beta1 MachineHealthCheck. */
export const machineHealthCheckSpecSchema = Type.Object(
  {
    ...watchedMachines,
    ...healthCheckFieldsV1Beta1,
  },
  { description: "Desired state of the MachineHealthCheck." },
);

/** `status` of a v1beta1 MachineHealthCheck. */
export const machineHealthCheckStatusSchema = Type.Object(
  {
    ...healthCounters,
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
    targets: Type.Optional(
      Type.Array(text(253, "Name of a Machine."), { maxItems: 10000, description: "The Machines that are watched." }),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    v1beta2: Type.Optional(stagedStatus({})),
  },
  { description: "Observed state of the MachineHealthCheck." },
);

/** Defines when Machines are unhealthy and when they are replaced, v1beta1. */
export interface MachineHealthCheckV1Beta1 extends KubernetesObject {
  /** The desired state, which users write. */
  spec?: Type.Static<typeof machineHealthCheckSpecSchema>;
  /** The observed state, which core writes. */
  status?: Type.Static<typeof machineHealthCheckStatusSchema>;
}

/** MachineHealthChecks, of `cluster.x-k8s.io/v1beta1`. */
export const MachineHealthCheckV1Beta1: ResourceKind<MachineHealthCheckV1Beta1> =
  coreResourceV1Beta1(MachineHealthCheck);
