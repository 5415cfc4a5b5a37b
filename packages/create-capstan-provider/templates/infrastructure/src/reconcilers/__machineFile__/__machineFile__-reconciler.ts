import { InfraMachineReconciler, uniqueName } from "@capstan/provider";
import { __MachineKind__ } from "../../api/__machineFile__.ts";
import type { Server, __Prefix__Cloud } from "../../cloud/__prefixFile__-cloud.ts";

const providerIDPrefix = "__name__://";

/** Gives each __MachineKind__ its server. */
export class __MachineKind__Reconciler extends InfraMachineReconciler<typeof __MachineKind__> {
  readonly definition = __MachineKind__;
  readonly #cloud: __Prefix__Cloud;

  constructor(cloud: __Prefix__Cloud) {
    super();
    this.#cloud = cloud;
  }

  async reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    const server = await this.#serverOf(scope, signal);
    if (server === undefined) return this.outcome.failed("ServerGone", "The server no longer exists");
    return server.state === "running"
      ? this.outcome.provisioned({
          providerID: `${providerIDPrefix}${server.id}`,
          addresses: [{ type: "InternalIP", address: server.address }],
        })
      : this.outcome.pending("ServerStarting", { retryAfterMs: 5_000 });
  }

  async deleteMachine({ object }: this["DeletionScope"], signal: AbortSignal) {
    const id = serverIdOf(object);
    const server = id === undefined ? { name: uniqueName(object) } : { id };
    const isGone = await this.#cloud.removeServer(server, signal);
    return isGone ? this.outcome.deleted() : this.outcome.pending("ServerStopping", { retryAfterMs: 5_000 });
  }

  /** Never creates a second server: a MachineHealthCheck replaces a Machine whose provisioned server is deleted. */
  async #serverOf({ object, bootstrapData }: this["Scope"], signal: AbortSignal): Promise<Server | undefined> {
    const id = serverIdOf(object);
    if (id !== undefined) return this.#cloud.findServer(id, signal);
    const name = uniqueName(object);
    return this.#cloud.ensureServer({ name, size: object.spec.size, userData: bootstrapData }, signal);
  }
}

/** Undefined until the server is provisioned. */
function serverIdOf({ spec }: { readonly spec: { readonly providerID?: string } }): string | undefined {
  return spec.providerID?.slice(providerIDPrefix.length);
}
