import { defineInfraMachinePool, type ObjectOf, Type } from "@capstan/provider";
import { containerFields } from "./container-fields.ts";

/**
 * Machines that are containers, as many as its MachinePool has replicas. Each has a DockerMachine and a Machine (MachinePool Machines).
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machinepool
 */
export const DockerMachinePool = defineInfraMachinePool({
  kind: "DockerMachinePool",
  // Surplus machines are deleted through their Machines, which drains the Nodes first.
  permissions: [{ apiGroups: ["cluster.x-k8s.io"], resources: ["machines"], verbs: ["delete"] }],
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        template: Type.Optional(
          Type.Object(containerFields, {
            description: "The machines. After a change, other machines take the place of the existing ones, one by one.",
          }),
        ),
      }),
    },
  },
});

/** A DockerMachinePool as the API server stores it. */
export type DockerMachinePoolObject = ObjectOf<typeof DockerMachinePool>;
