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
  /** Straight to the server: nothing happens to what it asks. */
  readonly client: Client;
  readonly server: ApiServer;
  readonly badDay: BadDay;
  readonly managers: readonly MortalManager[];
  /** Where the mock cloud keeps its machines, a file each. */
  readonly cloudDirectory: string;
  /** Every event of the objects that must be made once. */
  readonly history: Readonly<Record<"machines" | "configs" | "infrastructure", RecordedWatch<KubernetesObject>>>;
  /** MockMachines that were gone from the API server while the cloud still had their machine: nothing would look after it. */
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

  /** Who receives it from now on, in place of the former receiver. */
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

/** Where the mock cloud keeps the machines of a cluster. */
export function machinesFolder(cloudDirectory: string, cluster: string): string {
  return path.join(cloudDirectory, "clusters", namespace, cluster, "machines");
}

/** Who decides what happens in addition to the faults of single requests. */
export interface TroubleMaker {
  /** A manager asks for something. */
  onRequest(): void;
  /** What this manager asked for was done, and it must not live to hear of it. */
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
  // The managers are the soak's own, which reach the server through faults.
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
