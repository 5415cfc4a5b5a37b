import { defineInfraMachine, InfraMachineReconciler, Type } from "@capstan/provider";

/** Machines that need an address before they are created. */
export const AddressedMachine = defineInfraMachine({
  kind: "AddressedMachine",
  claimsAddresses: true,
  versions: {
    v1: { contract: "v1beta2", spec: Type.Object({ poolKind: Type.String({ default: "InClusterIPPool" }) }) },
  },
});

/** Each machine has one address, of the pool named pool. */
export class AddressedMachineReconciler extends InfraMachineReconciler<typeof AddressedMachine> {
  readonly definition = AddressedMachine;

  async reconcileMachine({ object, claimAddress }: this["Scope"]) {
    const pool = { apiGroup: "ipam.cluster.x-k8s.io", kind: object.spec.poolKind, name: "pool" };
    const { address } = await claimAddress({ pool, name: "eth0" });
    return this.outcome.provisioned({
      providerID: `addressed://${object.metadata.name}`,
      addresses: [{ type: "InternalIP", address }],
    });
  }

  deleteMachine() {
    return this.outcome.deleted();
  }
}
