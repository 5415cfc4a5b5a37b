import { machineTemplates } from "../src/hooks/labels-of-machines.ts";

const { group, version, kind } = machineTemplates;

/** The template of a MachineDeployment, as the core sends it to GeneratePatches. */
export const machineTemplate = {
  uid: "1",
  holderReference: {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    namespace: "default",
    name: "workers",
    fieldPath: "spec.template.spec.infrastructureRef",
  },
  object: {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: "workers", namespace: "default" },
    spec: { template: { spec: {} } },
  },
};
