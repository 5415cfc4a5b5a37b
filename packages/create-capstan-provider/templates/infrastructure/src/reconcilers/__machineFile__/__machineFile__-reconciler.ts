import { InfraMachineReconciler, outcome } from "@capstan/provider";
import { __MachineKind__ } from "../../api/__machineFile__.ts";
import type { __Prefix__Cloud } from "../../cloud/__prefixFile__-cloud.ts";

/** Gives each __MachineKind__ its server. */
export class __MachineKind__Reconciler extends InfraMachineReconciler<typeof __MachineKind__> {
  readonly definition = __MachineKind__;
  readonly #cloud: __Prefix__Cloud;

  constructor(cloud: __Prefix__Cloud) {
    super();
    this.#cloud = cloud;
  }

  async reconcileMachine({ object, bootstrapData }: this["Scope"], signal: AbortSignal) {
    const server = await this.#cloud.ensureServer(
      { uid: object.metadata.uid, name: object.metadata.name, size: object.spec.size, userData: bootstrapData },
      signal,
    );
    return server.state === "running"
      ? outcome.provisioned({
          providerID: `__name__://${server.id}`,
          addresses: [{ type: "InternalIP", address: server.address }],
        })
      : outcome.pending("ServerStarting", { retryAfterMs: 5_000 });
  }

  async deleteMachine({ object }: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#cloud.removeServer(object.metadata.uid, signal);
    return isGone ? outcome.deleted() : outcome.pending("ServerStopping", { retryAfterMs: 5_000 });
  }
}
