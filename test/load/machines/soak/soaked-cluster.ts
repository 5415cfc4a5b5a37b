import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { MockCloud, MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type Client, systemClock } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { RecordedWatch } from "../workers/recorded-watch.ts";
import { BadDay } from "./bad-day.ts";
import { managerNames, MortalManager } from "./mortal-manager.ts";
import type { SeededRandom } from "@capstan/harness/random";
import { Rival } from "./rival.ts";

export const namespace = "default";
export const clusterName = "c1";

/** An API server, a mock cloud that outlives its manager, and three managers that reach the server through faults. */
export class SoakedCluster implements AsyncDisposable {
  /** A direct client of the server, without faults. */
  readonly client: Client;
  readonly server: ApiServer;
  readonly badDay: BadDay;
  readonly managers: readonly MortalManager[];
  /** The folder of the mock cloud, with a file for each machine. */
  readonly cloudDirectory: string;
  /** Every event of the objects that must be created once. */
  readonly history: Readonly<Record<"machines" | "configs" | "infrastructure", RecordedWatch<KubernetesObject>>>;
  /** MockMachines that were deleted from the API server while the cloud still had their machine: it would be orphaned. */
  readonly leaks: string[] = [];
  readonly #closing: AsyncDisposableStack;
  #trouble: TroubleMaker = { onRequest: () => undefined, onFatalLoss: () => undefined };

  private constructor(parts: Parts) {
    this.client = parts.client;
    this.server = parts.server;
    this.badDay = parts.badDay;
    this.managers = parts.managers;
    this.cloudDirectory = parts.cloudDirectory;
    this.history = parts.history;
    this.#closing = parts.closing;
    this.#watchLeaks();
    parts.hook.onRequest = () => {
      this.#trouble.onRequest();
    };
    parts.hook.onFatalLoss = (product) => {
      const victim = this.managers.find((manager) => manager.product === product);
      if (victim !== undefined) this.#trouble.onFatalLoss(victim);
    };
  }

  static async start(random: SeededRandom): Promise<SoakedCluster> {
    const closing = new AsyncDisposableStack();
    try {
      return new SoakedCluster(await startParts(random, closing));
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** Replaces the receiver. */
  set trouble(maker: TroubleMaker) {
    this.#trouble = maker;
  }

  #watchLeaks(): void {
    const { infrastructure } = this.history;
    let seen = 0;
    infrastructure.onChange(() => {
      const gone = infrastructure.events.slice(seen).filter(({ type }) => type === "DELETED");
      seen = infrastructure.events.length;
      for (const { object } of gone) {
        const { name, uid = "" } = object.metadata;
        if (existsSync(path.join(machinesFolder(this.cloudDirectory, clusterName), `${uid}.json`)))
          this.leaks.push(name);
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** The folder of a cluster's machines in the mock cloud. */
export function machinesFolder(cloudDirectory: string, cluster: string): string {
  return path.join(cloudDirectory, "clusters", namespace, cluster, "machines");
}

/** Decides about faults in addition to those of single requests. */
export interface TroubleMaker {
  /** A manager sends a request. */
  onRequest(): void;
  /** A request of this manager was completed, and the manager must be killed before it notices. */
  onFatalLoss(manager: MortalManager): void;
}

interface Parts {
  readonly client: Client;
  readonly server: ApiServer;
  readonly badDay: BadDay;
  readonly managers: readonly MortalManager[];
  readonly cloudDirectory: string;
  readonly history: SoakedCluster["history"];
  readonly closing: AsyncDisposableStack;
  readonly hook: { onRequest: () => void; onFatalLoss: (product: string) => void };
}

async function startParts(random: SeededRandom, closing: AsyncDisposableStack): Promise<Parts> {
  const cloudDirectory = await mkdtemp(path.join(tmpdir(), "capstan-soak-"));
  closing.defer(() => rm(cloudDirectory, { recursive: true, force: true }));
  const server = closing.use(await ApiServer.start());
  // The environment runs no managers: those of the soak reach the server through faults.
  const crds = [KubeadmConfig, MockCluster, MockMachine].flatMap((definition) => definition.crds);
  const { client } = closing.use(await TestEnvironment.start({ server, core: false, clock: systemClock, crds }));
  const record = (kind: ResourceKind): RecordedWatch<KubernetesObject> => {
    const start = { namespace, resourceVersion: server.resourceVersion };
    return closing.use(new RecordedWatch<KubernetesObject>(client, kind, start));
  };
  const history = {
    machines: record(Machine),
    configs: record(KubeadmConfig.kind),
    infrastructure: record(MockMachine.kind),
  };
  await Promise.all(Object.values(history).map((each) => each.opened()));
  const bootDuration = { minMilliseconds: 10, maxMilliseconds: 60 };
  const cloud = new MockCloud({ clock: systemClock, stateDirectory: cloudDirectory, bootDuration });
  closing.defer(() => cloud.close());
  const hook: Parts["hook"] = { onRequest: () => undefined, onFatalLoss: () => undefined };
  const rival = new Rival(client);
  const badDay = closing.use(
    new BadDay({
      server,
      random,
      products: (product) => managerNames.some((name) => product.startsWith(name)),
      onRequest: () => {
        hook.onRequest();
      },
      onFatalLoss: (product) => {
        hook.onFatalLoss(product);
      },
      rival: (url) => rival.touch(url),
    }),
  );
  const kubeconfig = server.kubeconfigFor("soak", ["system:masters"]);
  const managers = managerNames.map((name) => closing.use(new MortalManager(name, kubeconfig, badDay, cloud)));
  return { client, server, badDay, managers, cloudDirectory, history, closing, hook };
}
