import { definedFields, fieldsOf, type JsonObject, without } from "@capstan/kube";
import { eachOf, filled, ifThere, present } from "./fields.ts";
import { checksToV1Beta2, healthCheckToV1Beta1, remediationToV1Beta2 } from "./health-check.ts";
import { deletionToV1Beta1, deletionToV1Beta2 } from "./machine.ts";

const timeouts = ["nodeDrainTimeout", "nodeVolumeDetachTimeout", "nodeDeletionTimeout"];

/** `spec.topology` of a Cluster, in v1beta2. */
export function topologyToV1Beta2(topology: JsonObject): JsonObject {
  const { class: name, classNamespace, version, controlPlane, workers, variables } = topology;
  const { machineDeployments, machinePools } = fieldsOf(workers);
  return definedFields({
    classRef: definedFields({ name, namespace: classNamespace }),
    version,
    controlPlane: present(machinesToV1Beta2(fieldsOf(controlPlane))),
    workers: present({
      machineDeployments: filled(eachOf(machineDeployments, machinesToV1Beta2)),
      machinePools: filled(eachOf(machinePools, machinesToV1Beta2)),
    }),
    variables: filled(variablesOf(variables)),
  });
}

/** `spec.topology` of a Cluster, in v1beta1. */
export function topologyToV1Beta1(topology: JsonObject, namespace: string | undefined): JsonObject {
  const { classRef, version, controlPlane, workers, variables } = topology;
  const { machineDeployments, machinePools } = fieldsOf(workers);
  const toV1Beta1 = (machines: JsonObject) => machinesToV1Beta1(machines, namespace);
  return definedFields({
    class: fieldsOf(classRef).name,
    classNamespace: fieldsOf(classRef).namespace,
    version,
    controlPlane: ifThere(controlPlane, toV1Beta1),
    workers: ifThere(workers, () =>
      definedFields({
        machineDeployments: eachOf(machineDeployments, toV1Beta1),
        machinePools: eachOf(machinePools, toV1Beta1),
      }),
    ),
    variables,
  });
}

/** Converts the control plane, a MachineDeployment or a MachinePool of a topology. */
function machinesToV1Beta2(machines: JsonObject): JsonObject {
  const { type, rollingUpdate, remediation } = fieldsOf(machines.strategy);
  const { maxSurge, maxUnavailable, deletePolicy } = fieldsOf(rollingUpdate);
  const { overrides } = fieldsOf(machines.variables);
  const others = without(machines, ...timeouts, "strategy", "machineHealthCheck", "variables", "metadata", "rollout");
  return definedFields({
    ...others,
    metadata: present(fieldsOf(machines.metadata)),
    variables: present({ overrides: filled(variablesOf(overrides)) }),
    readinessGates: filled(machines.readinessGates),
    failureDomains: filled(machines.failureDomains),
    deletion: present({ ...deletionToV1Beta2(machines), order: deletePolicy }),
    rollout: present({
      ...fieldsOf(machines.rollout),
      strategy: present({ type, rollingUpdate: present({ maxSurge, maxUnavailable }) }),
    }),
    healthCheck: watchToV1Beta2(fieldsOf(machines.machineHealthCheck), fieldsOf(remediation).maxInFlight),
  });
}

function machinesToV1Beta1(machines: JsonObject, namespace: string | undefined): JsonObject {
  const { strategy, ...rollout } = fieldsOf(machines.rollout);
  const { type, rollingUpdate } = fieldsOf(strategy);
  const { order } = fieldsOf(machines.deletion);
  const { maxInFlight } = fieldsOf(fieldsOf(machines.healthCheck).remediation);
  return definedFields({
    ...without(machines, "deletion", "rollout", "healthCheck"),
    ...deletionToV1Beta1(machines.deletion),
    rollout: present(rollout),
    strategy: present({
      type,
      rollingUpdate: present({ ...fieldsOf(rollingUpdate), deletePolicy: order }),
      remediation: present({ maxInFlight }),
    }),
    machineHealthCheck: watchToV1Beta1(fieldsOf(machines.healthCheck), namespace),
  });
}

function watchToV1Beta2(check: JsonObject, maxInFlight: unknown): JsonObject | undefined {
  return present({
    enabled: check.enable,
    checks: checksToV1Beta2(check),
    remediation: present({ maxInFlight, ...remediationToV1Beta2(check) }),
  });
}

function watchToV1Beta1({ enabled, checks, remediation }: JsonObject, namespace: string | undefined): JsonObject | undefined {
  return present({ enable: enabled, ...healthCheckToV1Beta1(checks, remediation, namespace) });
}

function variablesOf(variables: unknown): unknown[] | undefined {
  return eachOf(variables, ({ name, value }) => definedFields({ name, value }));
}
