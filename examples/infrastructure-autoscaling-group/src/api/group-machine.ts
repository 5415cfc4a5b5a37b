import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";

/** A machine of a group whose machines have Machines, too. Its pool creates it; users do not. */
export const GroupMachine = defineInfraMachine({
  kind: "GroupMachine",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        cloudURL: Type.String({ minLength: 1, description: "URL of the cloud's API." }),
        group: Type.String({ minLength: 1, description: "Group of the machine." }),
        instance: Type.String({ minLength: 1, description: "ID of the machine in its group." }),
      }),
    },
  },
});

/** A GroupMachine. */
export type GroupMachineObject = ObjectOf<typeof GroupMachine>;
