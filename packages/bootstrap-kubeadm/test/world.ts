import { ApiServer, type RequestLog, type RequestLogEntry } from "@capstan/apiserver";
import {
  type Client,
  Cluster,
  type Condition,
  createClient,
  type KubernetesObject,
  type Logger,
  Machine,
  Manager,
  type OwnerReference,
  Secret,
} from "@capstan/provider";
import { Event, FakeClock, installCRDs, machinePoolCRD } from "@capstan/testkit";
import { createPool, joinPool, ownedBy, type PoolOptions } from "@capstan/harness/scenes";
import { KubeadmConfig, KubeadmConfigReconciler, type KubeadmConfigSpec } from "../src/index.ts";
import { Faults } from "./faults.ts";
import { coreCRDs } from "@capstan/harness/servers";

const providerAgent = "kubeadm-provider/0";
const testAgent = "test/0";
const namespace = "default";
/** Of each client: a server in the same process answers no sooner over many, and each costs a TLS handshake. */
const connections = 4;
/** Where the workload cluster says it is. */
export const endpoint = { host: "10.0.0.1", port: 6443 };

/** A server of the test, embedded or real. */
interface WorldServer extends AsyncDisposable {
  readonly kubeconfig: string;
  /** Of the embedded server only. */
  readonly requests?: RequestLog;
}

/** A machine to create. */
export interface MachineOptions {
  readonly controlPlane?: boolean;
  readonly version?: string | undefined;
  readonly spec?: KubeadmConfigSpec;
}

/** A management cluster with the provider, and a workload cluster, both served by embedded servers unless told. */
export class World implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly logs: string[] = [];
  /** Of the provider's requests to the management cluster. */
  readonly faults = new Faults();
  readonly #management: WorldServer;
  readonly #workload: WorldServer;
  readonly client: Client;
  readonly workload: Client;
  readonly #providerClient: Client;
  #manager: Manager | undefined;

  private constructor(management: WorldServer, workload: WorldServer, startMs: number) {
    this.clock = new FakeClock({ startMs });
    this.#management = management;
    this.#workload = workload;
    this.client = createClient({ kubeconfig: management.kubeconfig, userAgent: testAgent, connections });
    this.workload = createClient({ kubeconfig: workload.kubeconfig, userAgent: testAgent, connections });
    this.#providerClient = createClient({ kubeconfig: management.kubeconfig, userAgent: providerAgent, connections });
  }

  /**
   * Starts everything, with a Cluster `c1` whose infrastructure is there and whose control plane is not.
   *
   * @param startMs - where the clock stands.
   */
  static async start(
    cluster: Cluster["spec"] = { controlPlaneEndpoint: endpoint },
    startServer: () => Promise<WorldServer> = () => ApiServer.start(),
    startMs = Date.parse("2026-11-21T12:00:00Z"),
  ): Promise<World> {
    const world = new World(await startServer(), await startServer(), startMs);
    await installCRDs(world.client, [...coreCRDs, machinePoolCRD, ...KubeadmConfig.crds]);
    await world.#createCluster(cluster);
    await world.startProvider();
    return world;
  }

  async startProvider(): Promise<void> {
    const manager = new Manager({
      name: "kubeadm",
      client: this.faults.on(this.#providerClient),
      clock: this.clock,
      logger: recorder(this.logs),
    });
    new KubeadmConfigReconciler().setup(manager);
    this.clock.settle = () => manager.settled();
    await manager.start();
    this.#manager = manager;
  }

  async stopProvider(): Promise<void> {
    await this.#manager?.stop();
    this.#manager = undefined;
  }

  async settled(): Promise<void> {
    await this.#manager?.settled();
  }

  /** Gives `c1` its kubeconfig and its condition ControlPlaneInitialized. */
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
      data: { value: Buffer.from(this.#workload.kubeconfig).toString("base64") },
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
    const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };
    const version = "version" in options ? options.version : "v1.36.0";
    const machine = await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: {
        namespace,
        name,
        labels: { ...clusterLabel, ...(options.controlPlane === true ? { "cluster.x-k8s.io/control-plane": "" } : {}) },
      },
      spec: {
        clusterName: "c1",
        ...(version === undefined ? {} : { version }),
        bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfig", name } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name },
      },
    });
    const owner = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name, uid: machine.metadata.uid ?? "" };
    const spec = options.controlPlane === true ? withQuickKeys(options.spec) : options.spec;
    await this.createConfig(name, { ...owner, controller: true }, spec);
  }

  /** Creates a KubeadmConfig that belongs to a Machine or MachinePool. */
  async createConfig(name: string, owner: OwnerReference, spec?: KubeadmConfigSpec): Promise<void> {
    await this.client.create<KubernetesObject>(KubeadmConfig.kind, {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: {
        namespace,
        name,
        labels: { "cluster.x-k8s.io/cluster-name": "c1" },
        ownerReferences: [owner],
      },
      ...(spec === undefined ? {} : { spec }),
    });
    await this.settled();
  }

  /** Creates a MachinePool and its KubeadmConfig of the same name. */
  async createPool(name: string, options: PoolOptions & { readonly spec?: KubeadmConfigSpec } = {}): Promise<void> {
    const { spec, ...pool } = options;
    const owner = await createPool(this.client, name, KubeadmConfig.kind, pool);
    await this.createConfig(name, ownedBy(owner), spec);
  }

  /** Says which Nodes of a pool have joined. */
  async joinPool(name: string, nodes: readonly string[]): Promise<void> {
    await joinPool(this.client, name, nodes);
    await this.settled();
  }

  /** What the provider has said as Events. */
  async events() {
    await this.settled();
    const { items } = await this.client.list(Event, { namespace });
    return items.map(({ type, reason, note, regarding }) => ({ type, reason, note, about: regarding.name }));
  }

  /** Says that a Machine's Node has joined. */
  async join(name: string): Promise<void> {
    await this.#patchStatus(Machine, name, { nodeRef: { name } });
    await this.settled();
  }

  /** A condition of a KubeadmConfig. */
  async condition(name: string, type: string): Promise<Condition | undefined> {
    const { status } = await this.client.get(KubeadmConfig.kind, { namespace, name });
    return status?.conditions?.find((condition) => condition.type === type);
  }

  /** The bootstrap data of a machine; undefined while there is none. */
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

  /** What the provider asked of the management cluster since `mark`, but for lists and watches. */
  requestsSince(mark: ReturnType<RequestLog["mark"]>): string[] {
    const entries = [...requestsOf(this.#management).since(mark)].filter(
      ({ userAgent }) => userAgent === providerAgent,
    );
    // What every start begins with: whether the CRDs on the server are those of the definition.
    return described(entries.filter(({ resource }) => resource !== "customresourcedefinitions"));
  }

  mark(): ReturnType<RequestLog["mark"]> {
    return requestsOf(this.#management).mark();
  }

  /** What the provider asked of the workload cluster since `mark`. */
  workloadRequestsSince(mark: ReturnType<RequestLog["mark"]>): string[] {
    return described([...requestsOf(this.#workload).since(mark)].filter(({ userAgent }) => userAgent !== testAgent));
  }

  workloadMark(): ReturnType<RequestLog["mark"]> {
    return requestsOf(this.#workload).mark();
  }

  /** Tells a Machine the name of its data Secret, as core does. */
  async nameDataSecret(name: string): Promise<void> {
    const body = { spec: { bootstrap: { dataSecretName: name } } };
    await this.client.patch(Machine, { namespace, name }, { type: "merge", body });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopProvider();
    await Promise.all([this.client.close(), this.workload.close(), this.#providerClient.close()]);
    await Promise.all([this.#management, this.#workload].map((server) => server[Symbol.asyncDispose]()));
  }

  async #createCluster(spec: Cluster["spec"]): Promise<void> {
    await this.client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { namespace, name: "c1" },
      spec,
    });
    await this.#patchStatus(Cluster, "c1", { initialization: { infrastructureProvisioned: true } });
  }

  async #patchStatus(kind: typeof Cluster | typeof Machine, name: string, status: object): Promise<void> {
    await this.client.patch<Cluster | Machine>(
      kind,
      { namespace, name },
      { type: "merge", body: { status } },
      { subresource: "status" },
    );
    await this.settled();
  }
}

function requestsOf({ requests }: WorldServer): RequestLog {
  if (requests === undefined) throw new Error("only the embedded server counts its requests");
  return requests;
}

/** Requests but for lists and watches, such as "patch kubeadmconfigs/w-0/status". */
function described(entries: readonly RequestLogEntry[]): string[] {
  return entries
    .filter(({ verb }) => verb !== "list" && verb !== "watch")
    .map(({ verb, resource, subresource, name }) =>
      [verb, [resource, name, subresource].filter((part) => part !== "").join("/")].join(" "),
    );
}

function recorder(lines: string[], fields: Record<string, unknown> = {}): Logger {
  const log = (message: string, own?: Record<string, unknown>): void => {
    lines.push(JSON.stringify({ message, ...fields, ...own }, plainError));
  };
  return {
    debug: log,
    info: log,
    warn: log,
    error: log,
    with: (more) => recorder(lines, { ...fields, ...more }),
  };
}

// JSON leaves errors out, and it is there that a secret could hide.
function plainError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]));
}

/** RSA keys, the default, take a fifth of a second for one cluster; tests of certificates say what they are made with. */
function withQuickKeys(spec: KubeadmConfigSpec = {}): KubeadmConfigSpec {
  return { ...spec, clusterConfiguration: { encryptionAlgorithm: "ECDSA-P256", ...spec.clusterConfiguration } };
}
