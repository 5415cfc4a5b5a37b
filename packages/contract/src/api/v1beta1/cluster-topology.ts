import Type from "typebox";
import { healthCheckFieldsV1Beta1 } from "../../fields/health-check-fields.ts";
import { keyedList } from "../../fields/lists.ts";
import { machineTaintsField, readinessGates } from "../../fields/machine-fields.ts";
import { text } from "../../fields/names.ts";
import { minReadySecondsV1Beta1Field } from "../../fields/rollout-fields.ts";
import { dateTime, int32 } from "../../fields/scalars.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { classField, classNamespaceField, rolloutAfterField, topologyVariables } from "../../fields/topology-fields.ts";
import { strategySchema } from "./machine-deployment.ts";
import { machineDeletionTimeouts } from "./machine-spec.ts";

const definitionFrom = {
  definitionFrom: Type.Optional(Type.String({ maxLength: 256, description: "Where the variable is defined." })),
};

const machineHealthCheck = Type.Object(
  {
    enable: Type.Optional(
      Type.Boolean({ description: "Whether a health check is created; by default, the ClusterClass decides." }),
    ),
    ...healthCheckFieldsV1Beta1,
  },
  { description: "Health check of the Machines." },
);

const commonFields = {
  metadata: Type.Optional(templateMetadata()),
  replicas: Type.Optional(int32("Desired number of Machines.")),
  taints: Type.Optional(machineTaintsField),
  variables: Type.Optional(
    Type.Object(
      { overrides: Type.Optional(topologyVariables(definitionFrom, "Values that differ from the Cluster's.")) },
      { description: "Values of variables for these Machines only." },
    ),
  ),
  ...machineDeletionTimeouts,
};

const controlPlaneTopology = Type.Object(
  {
    ...commonFields,
    machineHealthCheck: Type.Optional(machineHealthCheck),
    readinessGates: Type.Optional(readinessGates()),
    rollout: Type.Optional(rolloutAfterField),
  },
  { description: "The control plane." },
);

const workerFields = {
  ...commonFields,
  class: classField,
  name: text(63, "Name within the topology."),
  minReadySeconds: Type.Optional(minReadySecondsV1Beta1Field),
};

const machineDeploymentTopology = Type.Object(
  {
    ...workerFields,
    failureDomain: Type.Optional(text(256, "Failure domain in which to create the machines.")),
    machineHealthCheck: Type.Optional(machineHealthCheck),
    readinessGates: Type.Optional(readinessGates()),
    rollout: Type.Optional(rolloutAfterField),
    strategy: Type.Optional(strategySchema),
  },
  { description: "A MachineDeployment of the topology." },
);

const machinePoolTopology = Type.Object(
  {
    ...workerFields,
    failureDomains: Type.Optional(
      Type.Array(text(256, "Name of a failure domain."), {
        maxItems: 100,
        description: "Failure domains in which to create the machines.",
      }),
    ),
  },
  { description: "A MachinePool of the topology." },
);

/** `spec.topology` of a v1beta1 Cluster. */
export const topologySchema = Type.Object(
  {
    class: text(253, "Name of the ClusterClass."),
    classNamespace: Type.Optional(classNamespaceField),
    version: text(256, "Version of Kubernetes that the Cluster should run."),
    rolloutAfter: Type.Optional(dateTime("Ignored. Time before which Machines must have been created to be replaced.")),
    controlPlane: Type.Optional(controlPlaneTopology),
    workers: Type.Optional(
      Type.Object(
        {
          machineDeployments: Type.Optional(
            keyedList(machineDeploymentTopology, ["name"], {
              maxItems: 2000,
              description: "MachineDeployments of the topology.",
            }),
          ),
          machinePools: Type.Optional(
            keyedList(machinePoolTopology, ["name"], { maxItems: 2000, description: "MachinePools of the topology." }),
          ),
        },
        { description: "The workers." },
      ),
    ),
    variables: Type.Optional(topologyVariables(definitionFrom, "Values for variables of the class.")),
  },
  { description: "Topology of a Cluster that is created from a ClusterClass." },
);
