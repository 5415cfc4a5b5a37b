import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";

/**
 * A machine in the mock cloud. It boots from its bootstrap data, and its Node appears in the workload cluster only if a real machine with
 * that data would have joined.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
 */
export const MockMachine = defineInfraMachine({
  kind: "MockMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        creationDuration: durationRange(
          "How long the mock cloud takes to create the machine before it is provisioned. Defaults to 0.",
        ),
        bootDuration: durationRange(
          "How long the machine takes to boot once it runs. Defaults to the provider's --boot-duration.",
        ),
      }),
    },
  },
});

/** A MockMachine as the API server stores it. */
export type MockMachineObject = ObjectOf<typeof MockMachine>;

/** The schema of a range of durations, in milliseconds. Each machine gets a value in it that is always the same. */
function durationRange(description: string) {
  return Type.Optional(
    Type.Object(
      {
        minMilliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
        maxMilliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
      },
      { description },
    ),
  );
}
