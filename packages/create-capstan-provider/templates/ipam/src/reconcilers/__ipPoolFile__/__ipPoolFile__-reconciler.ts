import { IPPoolReconciler } from "@capstan/provider";
import { freeAddress } from "../../addresses/free-address.ts";
import { __IPPoolKind__ } from "../../api/__ipPoolFile__.ts";

/** Chooses addresses for claims; their IPAddresses, owners and finalizers are the SDK's. */
export class __IPPoolKind__Reconciler extends IPPoolReconciler<typeof __IPPoolKind__> {
  readonly definition = __IPPoolKind__;

  allocate({ pool, inUse }: this["Scope"]) {
    const { addresses, prefix, gateway } = pool.spec;
    const address = freeAddress(addresses, inUse);
    return address === undefined ? this.outcome.exhausted() : this.outcome.allocated({ address, prefix, gateway });
  }
}
