import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  coreCRDs,
  type CustomResourceDefinition,
  type DeepReadonly,
  type KubernetesObject,
  labels,
  Machine,
  type OwnerReference,
  type ResourceKind,
} from "@capstan/contract";
import {
  leaderElectionRules,
  managerRules,
  type ObjectOf,
  type PolicyRule,
  type ProviderController,
  type ProviderDefinition,
} from "@capstan/provider";
import {
  type Client,
  createClient,
  createLogger,
  Event,
  installCRDs,
  Manager,
  type ManagerOptions,
  type RequestInfo,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { RealApiServer } from "@capstan/testkit";

const namespace = "default";

interface Server {
  readonly kubeconfig: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** CAPSTAN_TEST_SERVER=real with KUBEBUILDER_ASSETS: the same tests against etcd and kube-apiserver. */
const useRealServer = process.env.CAPSTAN_TEST_SERVER === "real";

/** A server, a manager with the reconcilers under test, and the part of the core played by hand. */
export class World {
  readonly client: Client;
  readonly clock: FakeClock;
  /** What the provider has logged, as JSON. */
  readonly logged: readonly string[];
  readonly #server: Server;
  readonly #requests: readonly RequestInfo[];
  readonly #manager: Manager;

  private constructor(
    parts: Pick<World, "client" | "clock" | "logged"> & { server: Server; requests: RequestInfo[]; manager: Manager },
  ) {
    this.client = parts.client;
    this.clock = parts.clock;
    this.logged = parts.logged;
    this.#server = parts.server;
    this.#requests = parts.requests;
    this.#manager = parts.manager;
  }

  /** @param options - `crds`: of further kinds that are installed. */
  static async start(
    reconcilers: readonly ProviderController[],
    options: { watchFilter?: string; crds?: readonly CustomResourceDefinition[] } = {},
  ) {
    const clock = new FakeClock({ startMs: systemClock.now() });
    const server = useRealServer ? await RealApiServer.start() : await ApiServer.start({ clock });
    return World.#startOn(server, server.kubeconfig, clock, reconcilers, options);
  }

  /**
   * On the real server, where the provider may do only what `managerRules` and `leaderElectionRules` allow.
   *
   * @param options - `secretVerbs`: what it may do with Secrets instead.
   */
  static async startWithRBAC(
    reconcilers: readonly ProviderController[],
    { secretVerbs }: { secretVerbs?: readonly string[] } = {},
  ) {
    const clock = new FakeClock({ startMs: systemClock.now() });
    const server = await RealApiServer.start({ rbac: true });
    const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    const definitions = reconcilers.map(({ definition }) => definition);
    const rules = managerRules(definitions).map((rule) =>
      rule.resources.includes("secrets") && secretVerbs !== undefined ? { ...rule, verbs: secretVerbs } : rule,
    );
    await grant(admin, "ClusterRole", rules);
    await grant(admin, "Role", leaderElectionRules());
    await admin.close();
    const kubeconfig = await server.kubeconfigFor("provider");
    return World.#startOn(server, kubeconfig, clock, reconcilers, {
      leaderElection: { namespace },
      healthAddress: ":0",
    });
  }

  static async #startOn(
    server: Server,
    providerKubeconfig: string,
    clock: FakeClock,
    reconcilers: readonly ProviderController[],
    {
      crds = [],
      ...options
    }: Pick<ManagerOptions, "watchFilter" | "leaderElection" | "healthAddress"> & {
      crds?: readonly CustomResourceDefinition[];
    },
  ) {
    const { kubeconfig } = server;
    const requests: RequestInfo[] = [];
    const client = createClient({ kubeconfig, userAgent: "test/1" });
    await installCRDs(client, [...coreCRDs, ...reconcilers.flatMap(({ definition }) => definition.crds), ...crds]);
    const observed = createClient({
      kubeconfig: providerKubeconfig,
      userAgent: "provider/1",
      onRequest: (info) => requests.push(info),
    });
    const logged: string[] = [];
    const logger = createLogger({ level: "debug", format: "json", clock, write: (line) => logged.push(line) });
    const manager = new Manager({ name: "provider", client: observed, clock, logger, freeze: true, ...options });
    for (const reconciler of reconcilers) reconciler.setup(manager);
    await manager.start();
    clock.settle = () => manager.settled();
    return new World({ client, clock, logged, server, requests, manager });
  }

  async settled(): Promise<void> {
    await this.#manager.settled();
  }

  /** The provider's writes since the start, Events apart: "patch hellomachines/m1 status". */
  writes(): string[] {
    return this.#requestsOf(["create", "update", "patch", "delete"], (resource) => resource !== "events");
  }

  /** How the provider has written Events since the start: "create events". */
  eventWrites(): string[] {
    return this.#requestsOf(["create", "update", "patch", "delete"], (resource) => resource === "events");
  }

  #requestsOf(verbs: readonly string[], isMeant: (resource: string) => boolean): string[] {
    return this.#requests
      .filter(({ verb, resource }) => verbs.includes(verb) && isMeant(resource))
      .map(({ verb, resource, name, subresource }) =>
        [verb, [resource, name].filter(Boolean).join("/"), subresource].filter(Boolean).join(" "),
      );
  }

  /** What the server has as Events, without names and times. */
  async events() {
    await this.settled();
    const { items } = await this.client.list(Event, { namespace });
    return items.map(({ type, reason, note, regarding }) => ({ type, reason, note, about: regarding.name }));
  }

  /** The lines of a metric, as they are scraped. */
  async metric(name: string): Promise<string[]> {
    const text = await this.#manager.metrics.registry.getSingleMetricAsString(name);
    return text.split("\n").filter((line) => line.startsWith(name));
  }

  /** Answers of the server to the provider that were refusals: "422 patch hellomachines/m1". */
  refusals(): string[] {
    return this.#requests
      .filter(({ status }) => status >= 400)
      .map(({ status, verb, resource, name }) => `${status} ${verb} ${resource}/${name}`);
  }

  /** Requests of the provider that the server refused for lack of rights. */
  forbidden(): string[] {
    return this.#requests
      .filter(({ status }) => status === 403)
      .map(({ verb, resource, subresource }) => [verb, resource, subresource].filter(Boolean).join(" "));
  }

  /** What `/readyz` answers: status and body. */
  async readyz(): Promise<string> {
    const response = await fetch(`http://${this.#manager.addresses.health ?? ""}/readyz`);
    return `${response.status} ${(await response.text()).trim()}`;
  }

  /** How often the provider asked for a single object, its own CRDs at the start apart. */
  gets(): number {
    const gets = this.#requests.filter(({ verb, name }) => verb === "get" && name !== "");
    return gets.filter(({ resource }) => resource !== "customresourcedefinitions").length;
  }

  async createCluster(
    options: { provisioned?: boolean; infrastructure?: ProviderDefinition; controlPlane?: ProviderDefinition } = {},
  ): Promise<Cluster> {
    const { infrastructure, controlPlane, provisioned = true } = options;
    const cluster = await this.client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name: "c1", namespace },
      spec: {
        clusterNetwork: { apiServerPort: 6443 },
        ...(infrastructure === undefined ? {} : { infrastructureRef: referenceTo(infrastructure, "c1") }),
        ...(controlPlane === undefined ? {} : { controlPlaneRef: referenceTo(controlPlane, "c1") }),
      },
    });
    return provisioned ? this.provisionCluster() : cluster;
  }

  async provisionCluster(): Promise<Cluster> {
    await this.patchStatus(Cluster, "c1", { initialization: { infrastructureProvisioned: true } });
    return this.client.get(Cluster, { name: "c1", namespace });
  }

  createMachine(
    options: {
      name?: string;
      bootstrap?: ProviderDefinition;
      infrastructure?: ProviderDefinition;
      dataSecretName?: string;
      failureDomain?: string;
    } = {},
  ): Promise<Machine> {
    const { name = "m1", bootstrap, infrastructure, dataSecretName, failureDomain } = options;
    return this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: { name, namespace, labels: { [labels.clusterName]: "c1" } },
      spec: {
        clusterName: "c1",
        ...(failureDomain === undefined ? {} : { failureDomain }),
        bootstrap: {
          configRef:
            bootstrap === undefined
              ? { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "NoConfig", name }
              : referenceTo(bootstrap, name),
          ...(dataSecretName === undefined ? {} : { dataSecretName }),
        },
        infrastructureRef:
          infrastructure === undefined
            ? { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "NoMachine", name }
            : referenceTo(infrastructure, name),
      },
    });
  }

  /** The object of a definition, owned as the core would have it. */
  async createOwned<D extends ProviderDefinition>(
    definition: D,
    owner: Cluster | Machine | undefined,
    options: { spec?: object; metadata?: object; controller?: boolean } = {},
  ): Promise<void> {
    const kind: ResourceKind = definition.kind;
    const { spec = {}, metadata = {}, controller = true } = options;
    const object: KubernetesObject & { spec: object } = {
      apiVersion: `${kind.group}/${kind.version}`,
      kind: kind.kind,
      metadata: {
        name: owner?.metadata.name ?? "m1",
        namespace,
        labels: { [labels.clusterName]: "c1" },
        ...(owner === undefined ? {} : { ownerReferences: [ownerReference(owner, controller)] }),
        ...metadata,
      },
      spec,
    };
    await this.client.create(kind, object);
  }

  async createDataSecret(
    name: string,
    value: string,
    options: { labelled?: boolean; owner?: OwnerReference; key?: string } = {},
  ) {
    const { labelled = true, owner, key = "value" } = options;
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name,
        namespace,
        ...(labelled ? { labels: { [labels.clusterName]: "c1" } } : {}),
        ...(owner === undefined ? {} : { ownerReferences: [owner] }),
      },
      data: { [key]: Buffer.from(value).toString("base64") },
    });
  }

  secret(name: string): Promise<Secret> {
    return this.client.get(Secret, { name, namespace });
  }

  async get<D extends ProviderDefinition>(definition: D, name = "m1"): Promise<DeepReadonly<ObjectOf<D>>> {
    const object = await this.client.get(definition.kind, { name, namespace });
    return object as unknown as DeepReadonly<ObjectOf<D>>;
  }

  /** A condition of the stored object, without its times. */
  async condition(definition: ProviderDefinition, type: string, name = "m1") {
    const object = await this.client.get(definition.kind, { name, namespace });
    const { conditions = [] } = (object.status ?? {}) as { conditions?: { type: string }[] };
    return conditions.find((condition) => condition.type === type);
  }

  async patch(kind: ResourceKind, name: string, body: object): Promise<void> {
    await this.client.patch(kind, { name, namespace }, { type: "merge", body });
  }

  /** `null` removes the status, as a restore from a backup does. */
  async patchStatus(kind: ResourceKind, name: string, status: object | null): Promise<void> {
    await this.client.patch(kind, { name, namespace }, { type: "merge", body: { status } }, { subresource: "status" });
  }

  async delete(definition: ProviderDefinition, name = "m1"): Promise<void> {
    await this.client.delete(definition.kind, { name, namespace });
  }

  async exists(definition: ProviderDefinition, name = "m1"): Promise<boolean> {
    const { items } = await this.client.list(definition.kind, { namespace });
    return items.some(({ metadata }) => metadata.name === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#manager.stop();
    await this.#manager.client.close();
    await this.client.close();
    await this.#server[Symbol.asyncDispose]();
  }
}

/** A role of these rules, bound to the user "provider". */
async function grant(admin: Client, kind: "ClusterRole" | "Role", rules: readonly PolicyRule[]): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const metadata = { name: "provider", ...(kind === "Role" ? { namespace } : {}) };
  const path = `/apis/${group}/v1/${kind === "Role" ? `namespaces/${namespace}/` : ""}`;
  const apiVersion = `${group}/v1`;
  await admin.request("POST", `${path}${kind.toLowerCase()}s`, { apiVersion, kind, metadata, rules });
  await admin.request("POST", `${path}${kind.toLowerCase()}bindings`, {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: group, kind, name: "provider" },
    subjects: [{ apiGroup: group, kind: "User", name: "provider" }],
  });
}

export function ownerReference(owner: Cluster | Machine, controller = true): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", ...(controller ? { controller } : {}) };
}

function referenceTo({ kind }: ProviderDefinition, name: string) {
  return { apiGroup: kind.group, kind: kind.kind, name };
}
