import { type Clock, type Condition, Secret } from "@capstan/provider";
import {
  type ClusterHandle,
  createLogger,
  type FakeClock,
  KubeadmConfig,
  MockMachine,
  TestEnvironment,
  type MachineHandle,
} from "@capstan/testkit";

const namespace = "default";

/** A tenant's Cluster, with one worker that is about to join. */
export interface Tenant {
  readonly cluster: ClusterHandle;
  readonly worker: MachineHandle<typeof MockMachine, typeof KubeadmConfig>;
}

/** A management cluster that tenants share, with the core controllers and the kubeadm bootstrap provider. */
export class SharedCluster<C extends Clock = FakeClock> implements AsyncDisposable {
  readonly environment: TestEnvironment<C>;
  readonly logs: readonly string[];

  private constructor(environment: TestEnvironment<C>, logs: readonly string[]) {
    this.environment = environment;
    this.logs = logs;
  }

  static async start<C extends Clock>(
    clock: C,
    { server = "embedded", ...core }: { readonly remoteGraceMs?: number; readonly server?: "embedded" | "real" } = {},
  ): Promise<SharedCluster<C>> {
    const logs: string[] = [];
    const environment = await TestEnvironment.start<C>({
      clock,
      core,
      server,
      bootstrapKubeadm: true,
      crds: [...KubeadmConfig.crds, ...MockMachine.crds],
      logger: createLogger({ level: "debug", format: "json", write: (line) => void logs.push(line) }),
    });
    return new SharedCluster(environment, logs);
  }

  /** Adds a Cluster with the kubeconfig that its tenant wrote, and a joining worker. */
  async addTenant(name: string, kubeconfig: string): Promise<Tenant> {
    const { environment } = this;
    await environment.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: `${name}-kubeconfig`, namespace, labels: { "cluster.x-k8s.io/cluster-name": name } },
      type: "cluster.x-k8s.io/secret",
      data: { value: Buffer.from(kubeconfig).toString("base64") },
    });
    const spec = { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } };
    const cluster = await environment.createCluster({ name, spec });
    await cluster.patchStatus({ conditions: [initialized] });
    const worker = await environment.createMachine({
      name: `${name}-worker`,
      cluster,
      infrastructure: MockMachine,
      bootstrap: KubeadmConfig,
      bootstrapSpec: { joinConfiguration: { discovery: { bootstrapToken: { unsafeSkipCAVerification: true } } } },
      machine: { version: "v1.36.0" },
    });
    await this.#boot(worker.name);
    return { cluster, worker };
  }

  /** Replaces a tenant's kubeconfig. */
  async writeKubeconfig(name: string, kubeconfig: string): Promise<void> {
    const data = { value: Buffer.from(kubeconfig).toString("base64") };
    const key = { name: `${name}-kubeconfig`, namespace };
    await this.environment.client.patch(Secret, key, { type: "merge", body: { data } });
  }

  /** The conditions, by type. */
  async conditionsOf({ cluster, worker }: Tenant): Promise<Record<"cluster" | "worker" | "config", Conditions>> {
    return {
      cluster: byType((await cluster.get()).status?.conditions),
      worker: byType((await worker.get()).status?.conditions),
      config: byType((await worker.bootstrapConfig()).status?.conditions),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.environment[Symbol.asyncDispose]();
  }

  /** Simulates a machine that exists: the Machine waits only for its workload cluster. */
  async #boot(name: string): Promise<void> {
    const { client } = this.environment;
    const key = { name, namespace };
    const spec = { providerID: `mock:///${name}` };
    await client.patch(MockMachine.kind, key, { type: "merge", body: { spec } });
    const status = { initialization: { provisioned: true } };
    await client.patch(MockMachine.kind, key, { type: "merge", body: { status } }, { subresource: "status" });
  }
}

/** Conditions, by type. */
export type Conditions = Readonly<Record<string, Pick<Condition, "status" | "reason" | "message">>>;

const initialized: Condition = {
  type: "ControlPlaneInitialized",
  status: "True",
  reason: "Initialized",
  message: "",
  lastTransitionTime: "2026-11-21T12:00:00Z",
};

function byType(conditions: readonly Condition[] = []): Conditions {
  return Object.fromEntries(conditions.map(({ type, status, reason, message }) => [type, { status, reason, message }]));
}
