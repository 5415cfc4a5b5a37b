import {
  ConfigMap,
  channelSource,
  defineCounter,
  enqueueForOwner,
  enqueueMapped,
  forKind,
  InfraMachineReconciler,
  type Manager,
  Node,
  type ObjectKey,
  outcome,
  Secret,
} from "@capstan/provider";
import { FooCluster, FooIdentity, FooMachine } from "./ported-kinds.ts";

/** A cloud, as its Go client would provide it. */
export interface FooCloud {
  ensure(server: FooServer, signal: AbortSignal): "starting" | "running" | "refused";
  remove(id: string): void;
}

/** A desired server. */
export interface FooServer {
  /** The same as its tag in the cloud from the Go provider. */
  readonly id: string;
  readonly region: string;
  readonly data: string | undefined;
}

const asked = defineCounter({ name: "foo_servers_asked_total", help: "How often the cloud was asked for a server." });
const { group, kind: ownerKind } = FooMachine.kind;

/** The port of the core of `Reconcile` in a Go controller. */
export class FooMachineReconciler extends InfraMachineReconciler<typeof FooMachine, typeof FooCluster> {
  readonly definition = FooMachine;
  override readonly infraCluster = FooCluster;
  override readonly metrics = [asked];
  /** Source for the cloud's own events. */
  readonly wakeups = channelSource();
  readonly #cloud: FooCloud;

  constructor(cloud: FooCloud) {
    super();
    this.#cloud = cloud;
  }

  override sources(manager: Manager) {
    return [
      this.wakeups,
      forKind(FooMachine.kind),
      enqueueForOwner(Secret, { group, ownerKind }),
      // A ConfigMap enqueues the machine of the same name.
      enqueueMapped(ConfigMap, async ({ metadata: { name, namespace = "" } }) => {
        const machine = await manager.cache.get(FooMachine.kind, { name, namespace });
        return machine === undefined ? [] : [{ name, namespace }];
      }),
    ];
  }

  override beforeStart(): Promise<void> {
    return Promise.resolve();
  }

  override whenLeading(): void {
    asked.add(0);
  }

  async reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    const id = idOf(scope.object);
    const server = { id, region: await this.#regionOf(scope), data: scope.bootstrapData };
    scope.logger.info("asking for a server", { machine: scope.machine.metadata.name });
    asked.count();
    switch (this.#cloud.ensure(server, signal)) {
      case "starting":
        return this.#starting(scope);
      case "refused": {
        const [reason, message] = ["QuotaExceeded", `no server for ${scope.cluster.metadata.name}`];
        scope.event({ reason, message });
        return outcome.failed(reason, message);
      }
      case "running": {
        const isThere = server.region !== "edge" || (await this.#hasNode(scope));
        return isThere ? outcome.provisioned({ providerID: `foo://${id}` }) : this.#starting(scope);
      }
    }
  }

  deleteMachine(scope: this["DeletionScope"]) {
    this.#cloud.remove(idOf(scope.object));
    return outcome.deleted();
  }

  #starting(scope: this["Scope"]) {
    const reason = scope.bootstrapData === undefined ? "BootsWithoutData" : "Boots";
    const conditions = [{ type: "Booted", status: "False", reason }] as const;
    return outcome.pending(reason, { retryAfterMs: 5_000, conditions });
  }

  /** On the edge, a machine is provisioned once its Node exists. */
  async #hasNode(scope: this["Scope"]): Promise<boolean> {
    const { cache } = await scope.workload();
    return (await cache.get(Node, { name: scope.machine.metadata.name })) !== undefined;
  }

  async #regionOf(scope: this["Scope"]): Promise<string> {
    const { identityName } = scope.infraCluster?.spec ?? {};
    if (identityName === undefined) return "default";
    return (await scope.identity(FooIdentity, identityName)).spec.region;
  }
}

function idOf({ metadata: { name, namespace = "" } }: { readonly metadata: ObjectKey }): string {
  return `${namespace}/${name}`;
}
