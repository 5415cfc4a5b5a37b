import { ApiServer, type RequestLog, type RequestLogEntry } from "@capstan/apiserver";
import { ownerReference, PlayedCore } from "@capstan/harness/played";
import { createPool, joinPool, ownedBy, type PoolOptions } from "@capstan/harness/scenes";
import {
  type Client,
  Cluster,
  type Condition,
  createClient,
  Machine,
  type OwnerReference,
  Secret,
} from "@capstan/provider";
import { createLogger, FakeClock, RealApiServer, type ServerChoice, TestEnvironment } from "@capstan/testkit";
import { KubeadmConfig, KubeadmConfigReconciler, type KubeadmConfigSpec } from "../../src/index.ts";
import { Faults } from "./faults.ts";

const testAgent = "test/0";
const namespace = "default";
const someMachine = { kind: { group: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine" } };
/** The advertised endpoint of the workload cluster. */
export const endpoint = { host: "10.0.0.1", port: 6443 };

/** A machine to create. */
export interface MachineOptions {
  readonly controlPlane?: boolean;
  readonly version?: string | undefined;
  readonly spec?: KubeadmConfigSpec;
}

/** The provider in a test environment with simulated core controllers, and a workload cluster on a server of the same kind. */
export class KubeadmScene implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly logs: readonly string[];
  /** The faults of the provider's requests to the management cluster. */
  readonly faults: Faults;
  readonly client: Client;
  readonly workload: Client;
  readonly core: PlayedCore;
  readonly #environment: TestEnvironment;
  readonly #workload: WorkloadServer;

  private constructor(
    environment: TestEnvironment,
    workload: WorkloadServer,
    observed: Pick<KubeadmScene, "logs" | "faults">,
  ) {
    this.clock = environment.clock;
    this.client = environment.client;
    this.core = new PlayedCore(environment.client);
    this.workload = workload.client;
    this.logs = observed.logs;
    this.faults = observed.faults;
    this.#environment = environment;
    this.#workload = workload;
  }

  /**
   * Starts everything, with a Cluster `c1` whose infrastructure is provisioned and whose control plane is not.
   * @param startMs - the initial time of the clock.
   */
  static async start(
    cluster: Cluster["spec"] = { controlPlaneEndpoint: endpoint },
    server: ServerChoice = "embedded",
    startMs = Date.parse("2026-11-21T12:00:00Z"),
  ): Promise<KubeadmScene> {
    const workload = await WorkloadServer.start(server);
    const logs: string[] = [];
    const faults = new Faults();
    try {
      const environment = await TestEnvironment.start({
        server,
        core: false,
        clock: new FakeClock({ startMs }),
        logger: createLogger({ level: "debug", format: "json", write: (line) => void logs.push(line) }),
        reconcilers: [new KubeadmConfigReconciler()],
        manager: { client: (client) => faults.on(client) },
      });
      const scene = new KubeadmScene(environment, workload, { logs, faults });
      await scene.core.createCluster({ spec: cluster });
      await scene.settled();
      return scene;
    } catch (error) {
      await workload[Symbol.asyncDispose]();
      throw error;
    }
  }

  async startProvider(): Promise<void> {
    await this.#environment.restart([new KubeadmConfigReconciler()]);
  }

  async stopProvider(): Promise<void> {
    await this.#environment.stop();
  }

  async settled(): Promise<void> {
    await this.#environment.settled();
  }

  /** Creates the kubeconfig of `c1` and sets its condition ControlPlaneInitialized. */
  async initializeControlPlane(): Promise<void> {
    await this.publishKubeconfig();
    await this.sayControlPlaneInitialized();
  }

  async publishKubeconfig(): Promise<void> {
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: "c1-kubeconfig", labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
      type: "cluster.x-k8s.io/secret",
      data: { value: Buffer.from(this.#workload.server.kubeconfig).toString("base64") },
    });
  }

  async sayControlPlaneInitialized(): Promise<void> {
    const condition: Condition = {
      type: "ControlPlaneInitialized",
      status: "True",
      reason: "Initialized",
      message: "",
      lastTransitionTime: "2026-11-21T12:00:00Z",
    };
    await this.#patchStatus(Cluster, "c1", { conditions: [condition] });
  }

  /** Creates a Machine and its KubeadmConfig of the same name. */
  async createMachine(name: string, options: MachineOptions = {}): Promise<void> {
    const { controlPlane = false } = options;
    const version = "version" in options ? options.version : "v1.36.0";
    const machine = await this.core.createMachine({
      name,
      version,
      controlPlane,
      bootstrap: KubeadmConfig,
      infrastructure: someMachine,
    });
    await this.createConfig(name, ownerReference(machine), controlPlane ? withQuickKeys(options.spec) : options.spec);
  }

  /** Creates a KubeadmConfig that belongs to a Machine or MachinePool. */
  async createConfig(name: string, owner: OwnerReference, spec?: KubeadmConfigSpec): Promise<void> {
    await this.core.createOwned(KubeadmConfig, undefined, { spec, metadata: { name, ownerReferences: [owner] } });
    await this.settled();
  }

  /** Creates a MachinePool and its KubeadmConfig of the same name. */
  async createPool(name: string, options: PoolOptions & { readonly spec?: KubeadmConfigSpec } = {}): Promise<void> {
    const { spec, ...pool } = options;
    const owner = await createPool(this.client, name, KubeadmConfig.kind, pool);
    await this.createConfig(name, ownedBy(owner), spec);
  }

  /** Sets the Nodes of a pool that have joined. */
  async joinPool(name: string, nodes: readonly string[]): Promise<void> {
    await joinPool(this.client, name, nodes);
    await this.settled();
  }

  /** The Events of the provider. */
  async events() {
    await this.settled();
    return this.core.events();
  }

  /** Sets the Node of a Machine, which has joined. */
  async join(name: string): Promise<void> {
    await this.#patchStatus(Machine, name, { nodeRef: { name } });
    await this.settled();
  }

  /** A condition of a KubeadmConfig. */
  async condition(name: string, type: string) {
    return this.core.condition(KubeadmConfig, type, name);
  }

  /** The bootstrap data of a machine; undefined if it has none yet. */
  async data(name: string): Promise<string | undefined> {
    const { status } = await this.client.get(KubeadmConfig.kind, { namespace, name });
    return status?.dataSecretName === undefined ? undefined : await this.secret(status.dataSecretName, "value");
  }

  async secret(name: string, key: string): Promise<string> {
    const { data } = await this.client.get(Secret, { namespace, name });
    return Buffer.from(data?.[key] ?? "", "base64").toString();
  }

  async createSecret(name: string, content: Record<string, string | Buffer>): Promise<void> {
    const data = Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")]),
    );
    await this.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: { namespace, name }, data });
  }

  /** The tokens of the workload cluster. */
  async tokens(): Promise<Record<string, string>[]> {
    const { items } = await this.workload.list(Secret, { namespace: "kube-system" });
    return items
      .filter(({ type }) => type === "bootstrap.kubernetes.io/token")
      .map(({ data }) =>
        Object.fromEntries(
          Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
        ),
      );
  }

  /** The provider's requests to the management cluster since `mark`, except for lists and watches. */
  requestsSince(mark: number): string[] {
    const requests = this.#environment.requests().slice(mark);
    // The first requests after every start: they read the versions of the core, and compare the CRDs on the server with the definition.
    return described(requests.filter(({ resource }) => resource !== "" && resource !== "customresourcedefinitions"));
  }

  mark(): number {
    return this.#environment.requests().length;
  }

  /** The provider's requests to the workload cluster since `mark`. */
  workloadRequestsSince(mark: ReturnType<RequestLog["mark"]>): string[] {
    return described([...this.#workloadRequests.since(mark)].filter(({ userAgent }) => userAgent !== testAgent));
  }

  workloadMark(): ReturnType<RequestLog["mark"]> {
    return this.#workloadRequests.mark();
  }

  /** Sets the name of a Machine's data Secret, as core does. */
  async nameDataSecret(name: string): Promise<void> {
    await this.core.nameDataSecret(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#environment[Symbol.asyncDispose]();
    await this.#workload[Symbol.asyncDispose]();
  }

  get #workloadRequests(): RequestLog {
    if (!(this.#workload.server instanceof ApiServer)) throw new Error("Only the embedded server counts its requests.");
    return this.#workload.server.requests;
  }

  async #patchStatus(kind: typeof Cluster | typeof Machine, name: string, status: object): Promise<void> {
    await this.core.patchStatus(kind, name, status);
    await this.settled();
  }
}

/** Requests except for lists and watches, such as "patch kubeadmconfigs/w-0/status". */
function described(requests: readonly Pick<RequestLogEntry, "verb" | "resource" | "subresource" | "name">[]): string[] {
  return requests
    .filter(({ verb }) => verb !== "list" && verb !== "watch")
    .map(({ verb, resource, subresource, name }) =>
      [verb, [resource, name, subresource].filter((part) => part !== "").join("/")].join(" "),
    );
}

/** RSA keys, the default, take a fifth of a second for one cluster; tests of certificates set their algorithm. */
function withQuickKeys(spec: KubeadmConfigSpec = {}): KubeadmConfigSpec {
  return { ...spec, clusterConfiguration: { encryptionAlgorithm: "ECDSA-P256", ...spec.clusterConfiguration } };
}

/** The API server of the workload cluster, and a client of it. */
class WorkloadServer implements AsyncDisposable {
  readonly server: ApiServer | RealApiServer;
  readonly client: Client;

  private constructor(server: ApiServer | RealApiServer) {
    this.server = server;
    this.client = createClient({ kubeconfig: server.kubeconfig, userAgent: testAgent });
  }

  static async start(choice: ServerChoice): Promise<WorkloadServer> {
    return new WorkloadServer(choice === "real" ? await RealApiServer.start() : await ApiServer.start());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.server[Symbol.asyncDispose]();
  }
}
