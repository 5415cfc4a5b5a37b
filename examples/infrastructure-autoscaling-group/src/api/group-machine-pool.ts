import { defineInfraMachinePool, Type } from "@capstan/provider";

/** An autoscaling group. GroupMachinePoolTemplate, the Lists and the CRDs follow from it. */
export const GroupMachinePool = defineInfraMachinePool({
  kind: "GroupMachinePool",
  shortNames: ["gmp"],
  // The cloud's autoscaler may set the number of machines; see the annotation in README.md.
  managesReplicas: true,
  // Surplus machines are deleted through their Machines, which drains the Nodes first.
  permissions: [{ apiGroups: ["cluster.x-k8s.io"], resources: ["machines"], verbs: ["delete"] }],
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        cloudURL: Type.String({ minLength: 1, description: "URL of the cloud's API." }),
        machineType: Type.Union([Type.Literal("small"), Type.Literal("large")], {
          default: "small",
          description: "Type of new machines of the group.",
        }),
        machines: Type.Boolean({
          default: false,
          description: "Whether each machine of the group also has a Machine, which can be drained and deleted individually.",
          "x-kubernetes-validations": [
            { rule: "self == oldSelf", message: "must be immutable; create a new pool and delete this one" },
          ],
        }),
      }),
      status: Type.Object({ running: Type.Integer({ minimum: 0, description: "Number of running machines." }) }),
    },
  },
});
