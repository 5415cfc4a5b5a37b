import { defineInfraMachinePool, Type } from "@capstan/provider";

/** An autoscaling group. GroupMachinePoolTemplate, the Lists and the CRDs follow from it. */
export const GroupMachinePool = defineInfraMachinePool({
  kind: "GroupMachinePool",
  shortNames: ["gmp"],
  // The cloud's autoscaler may decide how many machines there are; see the annotation in README.md.
  managesReplicas: true,
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        cloudURL: Type.String({ minLength: 1, description: "Where the cloud's API is." }),
        machineType: Type.Union([Type.Literal("small"), Type.Literal("large")], {
          default: "small",
          description: "What new machines of the group are.",
        }),
      }),
      status: Type.Object({ running: Type.Integer({ minimum: 0, description: "Number of machines that run." }) }),
    },
  },
});
