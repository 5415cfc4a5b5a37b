import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, type Condition, type CustomResourceDefinition, Machine, type ResourceKind } from "@capstan/contract";
import { coreCRDs } from "@capstan/harness/servers";
import { type Client, type Clock, createClient, installCRDs, Node, Secret, systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { type ServerChoice, TestEnvironment, type TestEnvironmentOptions } from "@capstan/testkit";
import type { CoreControllersOptions } from "../../src/index.ts";
import {
  bootstrapGroup,
  definitionOf,
  infrastructureGroup,
  type ProviderObject,
  providerKinds,
  TestCluster,
  TestConfig,
  TestMachine,
} from "./provider-kinds.ts";

export const namespace = "default";
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

export interface PlayedProvidersOptions extends CoreControllersOptions {
  /** Where the controllers run; on the real one, time is real. Default: embedded. */
  readonly server?: ServerChoice;
  /** Default: all that there are. */
  readonly coreCRDs?: readonly CustomResourceDefinition[];
  /** Provider kinds that are there from the start. Default: all. */
  readonly kinds?: readonly ResourceKind[];
  /** As of `TestEnvironmentOptions`. */
  readonly holdStatus?: boolean;
  /** As of `TestEnvironmentOptions`. */
  readonly refuse?: TestEnvironmentOptions["refuse"];
}

/** The core controllers on a test environment, a workload cluster, and the providers played by hand. */
export class PlayedProviders implements AsyncDisposable {
  workload: ApiServer;
  /** What users and the played providers use. */
  readonly client: Client;
  /** Of the workload cluster. */
  readonly nodes: Client;
  /** The time of everything on the embedded servers; a real server has its own. */
  readonly clock: FakeClock;
  readonly #environment: TestEnvironment<Clock>;
  readonly #authority: { certificate: string; privateKey: string };

  private constructor(
    environment: TestEnvironment<Clock>,
    workload: ApiServer,
    clock: FakeClock,
    authority: { certificate: string; privateKey: string },
  ) {
    this.#environment = environment;
    this.workload = workload;
    this.client = environment.client;
    this.nodes = createClient({ kubeconfig: workload.kubeconfig, userAgent: "test/1" });
    this.clock = clock;
    this.#authority = authority;
  }

  static async start(options: PlayedProvidersOptions = {}): Promise<PlayedProviders> {
    const {
      server = "embedded",
      kinds = providerKinds,
      coreCRDs: core = coreCRDs,
      holdStatus = false,
      refuse = () => undefined,
      ...controllers
    } = options;
    const authority = certificateAuthority();
    const clock = new FakeClock({ startMs: systemClock.now() });
    const time = server === "embedded" ? { clock } : {};
    const workload = await ApiServer.start({ certificateAuthority: authority, ...time });
    try {
      const environment = await TestEnvironment.start<Clock>({
        server,
        holdStatus,
        refuse,
        core: controllers,
        coreCRDs: core,
        crds: kinds.map(definitionOf),
        clock: server === "embedded" ? clock : systemClock,
      });
      return new PlayedProviders(environment, workload, clock, authority);
    } catch (error) {
      await workload.close();
      throw error;
    }
  }

  /** Creates CRDs that are not there already, and resolves when they are served. */
  async install(crds: readonly CustomResourceDefinition[]): Promise<void> {
    await installCRDs(this.client, crds);
  }

  /** A new instance of the controllers, as after a restart. */
  async startControllers(): Promise<void> {
    await this.#environment.restartCore();
  }

  async stopControllers(): Promise<void> {
    await this.#environment.stop("core");
  }

  /** Another workload API server in the place of the one that was closed, with nothing in it. */
  async restartWorkload(): Promise<void> {
    const { port, resourceVersion } = this.workload;
    // No watch may go on from what the former server said: it would never hear that everything has gone.
    const firstResourceVersion = Number(resourceVersion) + 1_000;
    const certificateAuthority = this.#authority;
    this.workload = await ApiServer.start({ certificateAuthority, clock: this.clock, port, firstResourceVersion });
  }

  /** See {@link TestEnvironment.expectError}. */
  expectError(...expected: Parameters<TestEnvironment["expectError"]>): void {
    this.#environment.expectError(...expected);
  }

  async settled(): Promise<void> {
    await this.#environment.settled();
  }

  /** How often each controller has reconciled, by its name. */
  async reconciles(): Promise<ReadonlyMap<string, number>> {
    const { registry } = this.#environment.manager("core").metrics;
    const { values = [] } = (await registry.getSingleMetric("controller_runtime_reconcile_total")?.get()) ?? {};
    const counts = new Map<string, number>();
    for (const { labels, value } of values) {
      const { controller = "" } = labels as { readonly controller?: string };
      counts.set(controller, (counts.get(controller) ?? 0) + value);
    }
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#environment[Symbol.asyncDispose]();
    await this.nodes.close();
    await this.workload.close();
  }

  /** A position among the controllers' requests to the management server. */
  mark(): number {
    return this.#environment.requests().length;
  }

  /** The kinds the controllers watch, one entry a watch. */
  watches(): string[] {
    return this.#environment
      .requests()
      .filter(({ verb }) => verb === "watch")
      .map(({ resource }) => resource);
  }

  /** What the controllers listed and watched since `mark`, as `verb resource.version`. */
  reads(mark = 0): string[] {
    return this.#environment
      .requests()
      .slice(mark)
      .filter(({ verb }) => ["list", "watch"].includes(verb))
      .map(({ verb, resource, version }) => `${verb} ${resource}.${version}`);
  }

  /**
   * What the controllers asked the management server for since `mark`, as `verb resource[/subresource] name`; lists,
   * watches and Events apart.
   */
  writes(mark = 0): string[] {
    return this.#environment
      .requests()
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
      spec: { infrastructureRef: { apiGroup: infrastructureGroup, kind: "TestCluster", name } },
    });
  }

  /** Plays the infrastructure of the Cluster: endpoint, then provisioned; and its certificate authority. */
  async provisionCluster(name = "c1"): Promise<void> {
    const encode = (text: string) => Buffer.from(text).toString("base64");
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: `${name}-ca`, namespace, labels: { "cluster.x-k8s.io/cluster-name": name } },
      // A user's own, which has no owner.
      type: "Opaque",
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
        bootstrap: { configRef: { apiGroup: bootstrapGroup, kind: "TestConfig", name } },
        infrastructureRef: { apiGroup: infrastructureGroup, kind: "TestMachine", name },
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
