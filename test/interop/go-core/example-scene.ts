import { Cluster, type ContractVersion, labels, Machine, type ResourceKind } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { createCluster, createControlPlane, createWorkers, type Scene } from "@capstan/harness/scenes";
import { joinScript } from "./boot.ts";
import { CloudMachines, cloudToken } from "./cloud-machines.ts";
import { ExamplePair } from "./example-pair.ts";
import type { GoManagementCluster } from "@capstan/harness/go";
import { quiet } from "./quiet.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

interface Parts {
  readonly management: GoManagementCluster;
  readonly scene: Scene;
  readonly workload: WorkloadCluster;
  readonly machines: CloudMachines;
  readonly pair: ExamplePair;
}

/** A pair of example providers, the cloud with booting servers, the workload cluster that they join, and a shared namespace. */
export class ExampleScene implements AsyncDisposable {
  readonly scene: Scene;
  readonly workload: WorkloadCluster;
  readonly machines: CloudMachines;
  readonly pair: ExamplePair;
  /** The kinds of objects that are created and deleted with the Cluster. */
  readonly kinds: readonly ResourceKind[];
  readonly #management: GoManagementCluster;
  readonly #closing: AsyncDisposableStack;

  private constructor({ management, scene, workload, machines, pair }: Parts, closing: AsyncDisposableStack) {
    this.#management = management;
    this.scene = scene;
    this.workload = workload;
    this.machines = machines;
    this.pair = pair;
    this.kinds = kindsOf(pair);
    this.#closing = closing;
  }

  static async start(management: GoManagementCluster, contract?: ContractVersion): Promise<ExampleScene> {
    const closing = new AsyncDisposableStack();
    try {
      const workload = closing.use(await WorkloadCluster.start());
      const machines = closing.use(await CloudMachines.start(workload));
      const pair = closing.use(await ExamplePair.start(management, contract));
      const scene = closing.use(await management.scene([...kindsOf(pair), Secret]));
      return new ExampleScene({ management, scene, workload, machines, pair }, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** Creates Cluster c1, its control plane Machine cp, and the MachineDeployment md at the same time, like a user. */
  async apply(replicas: number): Promise<void> {
    const { scene, pair, workload, machines } = this;
    const spec = { script: joinScript };
    const fleet = {
      cluster: "c1",
      bootstrap: {
        kind: pair.kind("ShellConfig"),
        templateKind: pair.kind("ShellConfigTemplate"),
        spec: { alone: spec, inTemplate: spec },
      },
      machines: { kind: pair.kind("RestMachine"), templateKind: pair.kind("RestMachineTemplate") },
    };
    await scene.create(workload.kubeconfigSecret("c1"), cloudCredentials());
    const inCloud = { url: machines.cloud.url, credentialsSecretName: "cloud" };
    await createCluster(scene, "c1", pair.kind("RestCluster"), inCloud);
    await createControlPlane(scene, "cp", fleet);
    await createWorkers(scene, "md", { ...fleet, replicas });
  }

  /**
   * Resolves when `fact` holds; checks every change of the scene.
   * @throws Error it does not hold in time, or a provider has ended; with the providers' output.
   */
  async reached(what: string, fact: () => boolean): Promise<void> {
    const { pair, machines } = this;
    try {
      await this.scene.until(what, () => !pair.running || fact());
      if (!pair.running) throw new Error("A provider has ended.");
    } catch (error) {
      throw new Error(`${String(error)}\n${machines.failures.join("\n")}\n${pair.output}`, { cause: error });
    }
  }

  /** Resolves once neither the pair nor the core writes. */
  async settled(): Promise<void> {
    const { user } = this.#management.core;
    await quiet(() => this.writes().length + this.#management.writesOf(user).length);
  }

  /** All writes of the pair, except Leases, which are renewed every few seconds for any number of Machines. */
  writes(): AuditEntry[] {
    return this.#written().filter((entry) => !isOfLease(entry));
  }

  leaseWrites(): AuditEntry[] {
    return this.#written().filter(isOfLease);
  }

  #written(): AuditEntry[] {
    return this.pair.installed.flatMap(({ user }) => this.#management.writesOf(user));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function kindsOf(pair: ExamplePair): ResourceKind[] {
  return [Cluster, Machine, ...["ShellConfig", "RestCluster", "RestMachine"].map((name) => pair.kind(name))];
}

function isOfLease({ objectRef }: AuditEntry): boolean {
  return objectRef?.resource === "leases";
}

function cloudCredentials(): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", labels: { [labels.clusterName]: "c1" } },
    data: { token: Buffer.from(cloudToken).toString("base64") },
  };
}
