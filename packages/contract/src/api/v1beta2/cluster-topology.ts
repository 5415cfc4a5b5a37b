import Type from "typebox";
import { healthChecks, remediationTrigger } from "../../fields/health-check-fields.ts";
import { atomicList, keyedList } from "../../fields/lists.ts";
import { machineDeletionTimeouts, machineTaintsField, readinessGates } from "../../fields/machine-fields.ts";
import { subdomainName, text } from "../../fields/names.ts";
import { deletionOrderField } from "../../fields/rollout-fields.ts";
import { int32, intOrString } from "../../fields/scalars.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { classField, classNamespaceField, rolloutAfterField, topologyVariables } from "../../fields/topology-fields.ts";
import { rolloutSchema } from "./machine-deployment.ts";

function healthCheck<Fields extends Type.TProperties>(remediationFields: Fields) {
  return Type.Object(
    {
      enabled: Type.Optional(
        Type.Boolean({ description: "Whether a health check is created; by default, the ClusterClass decides." }),
      ),
      checks: Type.Optional(healthChecks),
      remediation: Type.Optional(
        Type.Object(
          { ...remediationTrigger, ...remediationFields },
          { minProperties: 1, description: "How unhealthy Machines are replaced." },
        ),
      ),
    },
    { minProperties: 1, description: "Health check of the Machines." },
  );
}

const deletion = Type.Object(machineDeletionTimeouts, {
  minProperties: 1,
  description: "Time limits for the deletion.",
});

const variableOverrides = Type.Object(
  { overrides: Type.Optional(topologyVariables({}, "Values that differ from the Cluster's.", { minItems: 1 })) },
  { minProperties: 1, description: "Values of variables for these Machines only." },
);

const commonFields = {
  metadata: Type.Optional(templateMetadata({ minProperties: 1 })),
  replicas: Type.Optional(int32("Desired number of Machines.")),
  taints: Type.Optional(machineTaintsField),
  variables: Type.Optional(variableOverrides),
};

const controlPlaneTopology = Type.Object(
  {
    ...commonFields,
    rollout: Type.Optional(rolloutAfterField),
    healthCheck: Type.Optional(healthCheck({})),
    deletion: Type.Optional(deletion),
    readinessGates: Type.Optional(readinessGates({ minItems: 1 })),
  },
  { minProperties: 1, description: "The control plane." },
);

const machineDeploymentTopology = Type.Object(
  {
    ...commonFields,
    class: classField,
    name: subdomainName("Name within the topology.", 63),
    failureDomain: Type.Optional(text(256, "Failure domain in which to create the machines.")),
    healthCheck: Type.Optional(
      healthCheck({
        maxInFlight: Type.Optional(intOrString("How many Machines may be remediated at once.")),
      }),
    ),
    deletion: Type.Optional(
      Type.Object(
        { order: Type.Optional(deletionOrderField), ...machineDeletionTimeouts },
        { minProperties: 1, description: "How Machines are deleted." },
      ),
    ),
    minReadySeconds: Type.Optional(
      int32("How long a Machine must be Ready before it counts as Available.", { minimum: 0 }),
    ),
    readinessGates: Type.Optional(readinessGates({ minItems: 1 })),
    rollout: Type.Optional(rolloutSchema),
  },
  { description: "A MachineDeployment of the topology." },
);

const machinePoolTopology = Type.Object(
  {
    ...commonFields,
    class: classField,
    name: subdomainName("Name within the topology.", 63),
    failureDomains: Type.Optional(
      atomicList(text(256, "Name of a failure domain."), {
        minItems: 1,
        maxItems: 100,
        description: "Failure domains in which to create the machines.",
      }),
    ),
    deletion: Type.Optional(deletion),
    minReadySeconds: Type.Optional(
      int32("How long a Machine must be Ready before it counts as Available.", { minimum: 0 }),
    ),
  },
  { description: "A MachinePool of the topology." },
);

/** `spec.topology` of a v1beta2 Cluster. */
export const topologySchema = Type.Object(
  {
    classRef: Type.Object(
      { name: subdomainName("Name of the ClusterClass."), namespace: Type.Optional(classNamespaceField) },
      { description: "The ClusterClass." },
    ),
    version: text(256, "Version of Kubernetes that the Cluster should run."),
    controlPlane: Type.Optional(controlPlaneTopology),
    workers: Type.Optional(
      Type.Object(
        {
          machineDeployments: Type.Optional(
            keyedList(machineDeploymentTopology, ["name"], {
              minItems: 1,
              maxItems: 2000,
              description: "MachineDeployments of the topology.",
            }),
          ),
          machinePools: Type.Optional(
            keyedList(machinePoolTopology, ["name"], {
              minItems: 1,
              maxItems: 2000,
              description: "MachinePools of the topology.",
            }),
          ),
        },
        { minProperties: 1, description: "The workers." },
      ),
    ),
    variables: Type.Optional(topologyVariables({}, "Values for variables of the class.", { minItems: 1 })),
  },
  { description: "Topology of a Cluster that is created from a ClusterClass." },
);
