import { ApiServer } from "@capstan/apiserver";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import { type Client, createClient, Manager, systemClock } from "@capstan/provider";
import { FakeClock, installCRDs, type RequestInfo } from "@capstan/testkit";
import { ManagementCluster } from "../management-cluster.ts";
import { coreCRDs } from "@capstan/harness/servers";

const writing: readonly string[] = ["create", "update", "patch", "delete"];

/** A management cluster, the provider, and its cloud. */
export class World extends ManagementCluster {
  readonly clock: FakeClock;
  readonly cloud: MockCloud;
  readonly #manager: Manager;
  readonly #server: ApiServer;
  readonly #requests: RequestInfo[];

  private constructor(parts: {
    client: Client;
    clock: FakeClock;
    cloud: MockCloud;
    manager: Manager;
    server: ApiServer;
    requests: RequestInfo[];
  }) {
    super(parts.client);
    this.clock = parts.clock;
    this.cloud = parts.cloud;
    this.#manager = parts.manager;
    this.#server = parts.server;
    this.#requests = parts.requests;
  }

  static async start(): Promise<World> {
    const clock = new FakeClock({ startMs: systemClock.now() });
    const server = await ApiServer.start({ clock });
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds]);
    const requests: RequestInfo[] = [];
    const observed = createClient({
      kubeconfig: server.kubeconfig,
      userAgent: "provider/1",
      onRequest: (info) => requests.push(info),
    });
    const cloud = await MockCloud.open({ clock });
    const manager = new Manager({ name: "provider", client: observed, clock, freeze: true });
    new MockClusterReconciler(cloud).setup(manager);
    new MockMachineReconciler(cloud).setup(manager);
    await manager.start();
    const world = new World({ client, clock, cloud, manager, server, requests });
    clock.settle = () => world.settled();
    return world;
  }

  /** The cloud and the reconcilers wake each other, so both have to be quiet twice. */
  override async settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.#manager.settled();
      await this.cloud.idle();
    }
    await this.#manager.settled();
  }

  /** The provider's writes to one object, such as "patch status". */
  writes(name: string): string[] {
    return this.#requests
      .filter((request) => request.name === name && writing.includes(request.verb))
      .map(({ verb, subresource }) => [verb, subresource].filter(Boolean).join(" "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#manager.stop();
    await this.#manager.client.close();
    await this.client.close();
    await this.cloud.close();
    await this.#server.close();
  }
}
