import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  type Condition,
  type CustomResourceDefinition,
  type KubernetesObject,
  Machine,
  MachinePool,
  type ResourceKind,
} from "@capstan/contract";
import {
  type Client,
  createClient,
  CustomResourceDefinition as Definition,
  isAlreadyExists,
  Manager,
  Node,
  type RequestInfo,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { type CoreControllersOptions, setupCoreControllers } from "../src/index.ts";
import { coreCRDs } from "@capstan/harness/servers";

export const namespace = "default";
const infrastructure = "infrastructure.cluster.x-k8s.io";
const bootstrap = "bootstrap.cluster.x-k8s.io";

/** An object of a kind that a provider would own. */
export type ProviderObject = KubernetesObject & { spec?: Record<string, unknown>; status?: Record<string, unknown> };

function kind(group: string, name: string): ResourceKind<ProviderObject> {
  return { group, version: "v1", kind: name, plural: `${name.toLowerCase()}s`, namespaced: true };
}

export const TestCluster = kind(infrastructure, "TestCluster");
export const TestMachine = kind(infrastructure, "TestMachine");
export const TestConfig = kind(bootstrap, "TestConfig");
export const TestMachineTemplate = kind(infrastructure, "TestMachineTemplate");
export const TestConfigTemplate = kind(bootstrap, "TestConfigTemplate");

export const providerKinds: readonly ResourceKind[] = [
  TestCluster,
  TestMachine,
  TestConfig,
  TestMachineTemplate,
  TestConfigTemplate,
];

/** The CRD of a provider kind that takes anything. */
export function definitionOf({ group, kind: name, plural }: ResourceKind): CustomResourceDefinition {
  const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: { "cluster.x-k8s.io/v1beta2": "v1" } },
    spec: {
      group,
      names: { kind: name, listKind: `${name}List`, plural, singular: name.toLowerCase() },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } } },
          subresources: { status: {} },
        },
      ],
    },
  };
}

/** The CRD of MachinePools, which takes anything. */
export function poolDefinition(): CustomResourceDefinition {
  const definition = definitionOf(MachinePool);
  const versions = definition.spec.versions.map((version) => ({ ...version, name: MachinePool.version }));
  return { ...definition, spec: { ...definition.spec, versions } };
}

/** A certificate authority made by openssl, as a kubeadm control plane would have one. */
function certificateAuthority(): { certificate: string; privateKey: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "capstan-core-"));
  const [key, certificate] = [path.join(folder, "ca.key"), path.join(folder, "ca.crt")];
  try {
    const algorithm = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    const rest = ["-subj", "/CN=kubernetes", "-days", "10", "-nodes", "-keyout", key, "-out", certificate];
    execFileSync("openssl", ["req", "-x509", ...algorithm, ...rest], { stdio: "pipe" });
    return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An API server the controllers run on. */
export interface ManagementServer extends AsyncDisposable {
  readonly kubeconfig: string;
}

export interface WorldOptions extends CoreControllersOptions {
  /** Default: an embedded one. */
  readonly management?: () => Promise<ManagementServer>;
  /** Default: {@link World.install} of the core's CRDs and those of `kinds`. */
  readonly install?: (client: Client) => Promise<void>;
  /** CRDs of provider kinds that are there from the start. Default: all. */
  readonly kinds?: readonly ResourceKind[];
}

/**
 * A management cluster with the core controllers, a workload cluster, and the providers played by hand.
 */
export class World {
  readonly management: ManagementServer;
  workload: ApiServer;
  /** What users and the played providers use. */
  readonly client: Client;
  /** Of the workload cluster. */
  readonly nodes: Client;
  readonly #authority: { certificate: string; privateKey: string };
  readonly #options: WorldOptions;
  /** The time of everything on the embedded servers; a real server has its own. */
  readonly clock: FakeClock;
  readonly #requests: RequestInfo[] = [];
  #controllers: { manager: Manager; client: Client } | undefined;

  private constructor(
    servers: { management: ManagementServer; workload: ApiServer },
    authority: { certificate: string; privateKey: string },
    options: WorldOptions,
    clock: FakeClock,
  ) {
    this.clock = clock;
    this.management = servers.management;
    this.workload = servers.workload;
    this.client = createClient({ kubeconfig: servers.management.kubeconfig, userAgent: "test/1" });
    this.nodes = createClient({ kubeconfig: servers.workload.kubeconfig, userAgent: "test/1" });
    this.#authority = authority;
    this.#options = options;
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    const authority = certificateAuthority();
    const clock = new FakeClock({ startMs: Date.now() });
    const management = await (options.management ?? (() => ApiServer.start({ clock })))();
    const time = options.management === undefined ? { clock } : {};
    const workload = await ApiServer.start({ certificateAuthority: authority, ...time });
    const world = new World({ management, workload }, authority, options, clock);
    const kinds = options.kinds ?? providerKinds;
    await (options.install?.(world.client) ?? world.install([...coreCRDs, ...kinds.map(definitionOf)]));
    await world.startControllers();
    return world;
  }

  /** Creates CRDs that are not there already, and resolves when they are served. */
  async install(crds: readonly CustomResourceDefinition[]): Promise<void> {
    const create = (crd: CustomResourceDefinition) =>
      this.client.create(Definition, crd).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    await Promise.all(crds.map(create));
    const missing = new Set(crds.map(({ metadata }) => metadata.name));
    const done = new AbortController();
    for await (const { object } of this.client.watch(Definition, { signal: done.signal })) {
      const conditions = object.status?.conditions ?? [];
      if (conditions.some(({ type, status }) => type === "Established" && status === "True")) {
        missing.delete(object.metadata.name);
      }
      if (missing.size === 0) break;
    }
    done.abort();
  }

  /** A new instance of the controllers, as after a restart. */
  async startControllers(): Promise<void> {
    const client = createClient({
      kubeconfig: this.management.kubeconfig,
      userAgent: "capstan-core/test",
      onRequest: (request) => this.#requests.push(request),
    });
    const clock = this.#options.management === undefined ? this.clock : systemClock;
    const manager = new Manager({ name: "capstan-core", client, freeze: true, clock });
    this.clock.settle = () => manager.settled();
    setupCoreControllers(manager, this.#options);
    this.#controllers = { manager, client };
    await manager.start();
  }

  async stopControllers(): Promise<void> {
    await this.#controllers?.manager.stop();
    await this.#controllers?.client.close();
    this.#controllers = undefined;
  }

  /** Another workload API server in the place of the one that was closed, with nothing in it. */
  async restartWorkload(): Promise<void> {
    const { port, resourceVersion } = this.workload;
    // No watch may go on from what the former server said: it would never hear that everything has gone.
    const firstResourceVersion = Number(resourceVersion) + 1_000;
    const certificateAuthority = this.#authority;
    this.workload = await ApiServer.start({ certificateAuthority, clock: this.clock, port, firstResourceVersion });
  }

  async settled(): Promise<void> {
    await this.#controllers?.manager.settled();
  }

  /** How often each controller has reconciled, by its name. */
  async reconciles(): Promise<ReadonlyMap<string, number>> {
    const metric = this.#controllers?.manager.metrics.registry.getSingleMetric("capstan_reconcile_total");
    const { values = [] } = (await metric?.get()) ?? {};
    const counts = new Map<string, number>();
    for (const { labels, value } of values) {
      const { controller = "" } = labels as { readonly controller?: string };
      counts.set(controller, (counts.get(controller) ?? 0) + value);
    }
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopControllers();
    await Promise.all([this.client.close(), this.nodes.close()]);
    await Promise.all([this.management[Symbol.asyncDispose](), this.workload.close()]);
  }

  /** A position among the controllers' requests to the management server. */
  mark(): number {
    return this.#requests.length;
  }

  /** The kinds the controllers watch, one entry a watch. */
  watches(): string[] {
    return this.#requests.filter(({ verb }) => verb === "watch").map(({ resource }) => resource);
  }

  /** What the controllers listed and watched since `mark`, as `verb resource.version`. */
  reads(mark = 0): string[] {
    return this.#requests
      .slice(mark)
      .filter(({ verb }) => ["list", "watch"].includes(verb))
      .map(({ verb, resource, version }) => `${verb} ${resource}.${version}`);
  }

  /**
   * What the controllers asked the management server for since `mark`, as `verb resource[/subresource] name`; lists,
   * watches and Events apart.
   */
  writes(mark = 0): string[] {
    return this.#requests
      .slice(mark)
      .filter(({ verb, resource }) => !["list", "watch"].includes(verb) && !["", "events"].includes(resource))
      .map(({ verb, resource, subresource, name, status }) => {
        const what = subresource === "" ? resource : `${resource}/${subresource}`;
        return `${verb} ${what} ${name}${status < 400 ? "" : ` -> ${status}`}`;
      });
  }

  async createCluster(name = "c1"): Promise<void> {
    await this.client.create(TestCluster, this.#provider(TestCluster, name));
    await this.client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name, namespace },
      spec: { infrastructureRef: { apiGroup: infrastructure, kind: "TestCluster", name } },
    });
  }

  /** Plays the infrastructure of the Cluster: endpoint, then provisioned; and its certificate authority. */
  async provisionCluster(name = "c1"): Promise<void> {
    const encode = (text: string) => Buffer.from(text).toString("base64");
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: `${name}-ca`, namespace, labels: { "cluster.x-k8s.io/cluster-name": name } },
      type: "cluster.x-k8s.io/secret",
      data: { "tls.crt": encode(this.#authority.certificate), "tls.key": encode(this.#authority.privateKey) },
    });
    const endpoint = { host: "127.0.0.1", port: this.workload.port };
    await this.patch(TestCluster, name, { spec: { controlPlaneEndpoint: endpoint } });
    await this.patchStatus(TestCluster, name, { initialization: { provisioned: true } });
  }

  async createMachine(
    name: string,
    options: { controlPlane?: boolean; spec?: Partial<Machine["spec"]>; objects?: boolean; finalizers?: string[] } = {},
  ): Promise<void> {
    if (options.objects !== false) {
      const { finalizers = [] } = options;
      await this.client.create(TestConfig, this.#provider(TestConfig, name, finalizers));
      await this.client.create(TestMachine, this.#provider(TestMachine, name, finalizers));
    }
    await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: {
        name,
        namespace,
        ...(options.controlPlane === true ? { labels: { "cluster.x-k8s.io/control-plane": "" } } : {}),
      },
      spec: {
        clusterName: "c1",
        bootstrap: { configRef: { apiGroup: bootstrap, kind: "TestConfig", name } },
        infrastructureRef: { apiGroup: infrastructure, kind: "TestMachine", name },
        ...options.spec,
      },
    });
  }

  async createProviderObject(resource: ResourceKind<ProviderObject>, name: string): Promise<void> {
    await this.client.create(resource, this.#provider(resource, name));
  }

  /** Plays the bootstrap provider. */
  async bootstrapData(name: string): Promise<void> {
    const status = { dataSecretName: `${name}-data`, initialization: { dataSecretCreated: true } };
    await this.patchStatus(TestConfig, name, status);
  }

  /** Plays the infrastructure provider. */
  async provisionMachine(name: string): Promise<void> {
    await this.patch(TestMachine, name, { spec: { providerID: `test://${name}` } });
    await this.patchStatus(TestMachine, name, {
      initialization: { provisioned: true },
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
    });
  }

  /** The Node of a Machine joins the workload cluster. */
  async join(name: string, node = name, ready = "True"): Promise<void> {
    await this.nodes.create(Node, {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: node },
      spec: {
        providerID: `test://${name}`,
        taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }],
      },
    });
    const conditions = [
      { type: "Ready", status: ready, reason: "Test", message: "" },
      ...["MemoryPressure", "DiskPressure", "PIDPressure"].map((type) => ({ type, status: "False", message: "" })),
    ];
    const body = { status: { conditions, nodeInfo: { kubeletVersion: "v1.36.0" } } };
    await this.nodes.patch(Node, { name: node }, { type: "merge", body }, { subresource: "status" });
  }

  /** A whole Machine, from nothing to Running. */
  async run(name: string, options: { controlPlane?: boolean; finalizers?: string[] } = {}): Promise<void> {
    await this.createMachine(name, options);
    await this.settled();
    await this.bootstrapData(name);
    await this.settled();
    await this.provisionMachine(name);
    await this.settled();
    await this.join(name);
    await this.settled();
  }

  async machine(name: string): Promise<Machine> {
    return this.client.get(Machine, { name, namespace });
  }

  async condition(name: string, type: string): Promise<Condition | undefined> {
    return (await this.machine(name)).status?.conditions?.find((condition) => condition.type === type);
  }

  async patch(resource: ResourceKind, name: string, body: unknown): Promise<void> {
    await this.client.patch(resource, { name, namespace }, { type: "merge", body });
  }

  async patchStatus(resource: ResourceKind, name: string, status: unknown): Promise<void> {
    const body = { status };
    await this.client.patch(resource, { name, namespace }, { type: "merge", body }, { subresource: "status" });
  }

  /** Plays a provider that has finished taking its object down. */
  async release(resource: ResourceKind, name: string): Promise<void> {
    await this.patch(resource, name, { metadata: { finalizers: null } });
  }

  #provider(resource: ResourceKind, name: string, finalizers: readonly string[] = []): ProviderObject {
    return {
      apiVersion: `${resource.group}/${resource.version}`,
      kind: resource.kind,
      metadata: { name, namespace, ...(finalizers.length === 0 ? {} : { finalizers: [...finalizers] }) },
      spec: {},
    };
  }
}
