import {
  type Client,
  Cluster,
  type Condition,
  ConfigMap,
  isNotFound,
  type KubernetesObject,
  labels,
  Machine,
  Namespace,
  Secret,
  requestPath,
} from "@capstan/provider";
import { crdsWithoutRules } from "@capstan/harness/servers";
import { Event, type FakeClock, TestEnvironment } from "@capstan/testkit";
import { generateCertificateAuthority, KubeadmConfig, KubeadmConfigReconciler } from "../../../src/index.ts";
import type { BadInput, SecretContent } from "./bad-input.ts";

const clusterLabel = { [labels.clusterName]: "c" };
const config = "m";

/** One manager, and each configuration in a separate namespace, with a Cluster `c` and a Machine and KubeadmConfig `m`. */
export class BadInputScene implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly client: Client;
  /** Valid for every certificate of a Cluster. */
  readonly keyPair: { readonly "tls.crt": string; readonly "tls.key": string };
  readonly #environment: TestEnvironment;

  private constructor(environment: TestEnvironment, keyPair: BadInputScene["keyPair"]) {
    this.clock = environment.clock;
    this.client = environment.client;
    this.keyPair = keyPair;
    this.#environment = environment;
  }

  static async start(): Promise<BadInputScene> {
    const environment = await TestEnvironment.start({
      core: false,
      // A server may have stored it before its CRDs rejected it.
      coreCRDs: crdsWithoutRules(),
      reconcilers: [new KubeadmConfigReconciler()],
    });
    const { certificate, privateKey } = await generateCertificateAuthority({ now: environment.clock.now() });
    return new BadInputScene(environment, { "tls.crt": certificate, "tls.key": privateKey });
  }

  /** The kubeconfig of the server, which is its own workload cluster. */
  get kubeconfig(): string {
    return this.#environment.kubeconfig;
  }

  async settled(): Promise<void> {
    await this.#environment.settled();
  }

  /** Creates all objects of a configuration, the KubeadmConfig last; resolves with the error if the server rejects it. */
  async create(namespace: string, bad: BadInput): Promise<Error | undefined> {
    const { role = "worker", spec, cluster = {} } = bad;
    await this.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await this.#createCluster(namespace, { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 }, ...cluster }, role);
    const secrets: Record<string, SecretContent | "none"> = {
      ...Object.fromEntries(["ca", "etcd", "proxy", "sa"].map((purpose) => [`c-${purpose}`, this.keyPair])),
      ...(role === "init" ? {} : { "c-kubeconfig": { value: this.kubeconfig } }),
      ...bad.secrets,
    };
    for (const [name, content] of Object.entries(secrets)) {
      if (content !== "none") await this.createSecret(namespace, name, content);
    }
    if (bad.dataSecretTaken === true) await this.#takeDataSecret(namespace);
    if (bad.lock !== undefined) {
      const metadata = { namespace, name: "c-lock" };
      await this.client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...bad.lock } });
    }
    const version = "version" in bad ? bad.version : "v1.36.0";
    const machine = await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: {
        namespace,
        name: config,
        labels: { ...clusterLabel, ...(role === "worker" ? {} : { [labels.controlPlane]: "" }) },
      },
      spec: {
        clusterName: "c",
        ...(version === undefined ? {} : { version }),
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name: config } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name: config },
      },
    });
    return await this.#createConfig(namespace, machine, spec);
  }

  /** The conditions of the configuration's status, and its data Secret. */
  async outcomeOf(namespace: string) {
    const { status } = await this.client.get(KubeadmConfig.kind, { namespace, name: config });
    const condition = (type: string) => status?.conditions?.find((each) => each.type === type);
    return {
      ready: condition("Ready"),
      data: condition("DataSecretAvailable"),
      dataSecretName: status?.dataSecretName,
      secret: await this.#find(() => this.client.get(Secret, { namespace, name: config })),
    };
  }

  async eventsIn(namespace: string): Promise<Event[]> {
    return (await this.client.list(Event, { namespace })).items;
  }

  /** The Events of all configurations, by namespace. */
  async events(): Promise<Map<string, Event[]>> {
    await this.settled();
    const { items } = await this.client.list(Event);
    return Map.groupBy(items, ({ metadata }) => metadata.namespace ?? "");
  }

  async patchConfig(namespace: string, body: object): Promise<void> {
    await this.client.patch(KubeadmConfig.kind, { namespace, name: config }, { type: "merge", body });
  }

  async patchMachine(namespace: string, body: object): Promise<void> {
    await this.client.patch(Machine, { namespace, name: config }, { type: "merge", body });
  }

  async createSecret(namespace: string, name: string, content: SecretContent): Promise<void> {
    const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")] as const);
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name, labels: clusterLabel },
      data: Object.fromEntries(data),
    });
  }

  async deleteSecret(namespace: string, name: string): Promise<void> {
    await this.#find(() => this.client.delete(Secret, { namespace, name }));
  }

  async deleteLock(namespace: string): Promise<void> {
    await this.client.delete(ConfigMap, { namespace, name: "c-lock" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#environment[Symbol.asyncDispose]();
  }

  async #createCluster(namespace: string, spec: Cluster["spec"], role: BadInput["role"]): Promise<void> {
    const metadata = { namespace, name: "c" };
    await this.client.create(Cluster, { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec });
    const condition: Condition = {
      type: "ControlPlaneInitialized",
      status: role === "init" ? "False" : "True",
      reason: role === "init" ? "NotInitialized" : "Initialized",
      message: "",
      lastTransitionTime: "2026-11-21T12:00:00Z",
    };
    const status = { initialization: { infrastructureProvisioned: true }, conditions: [condition] };
    await this.client.patch(Cluster, metadata, { type: "merge", body: { status } }, { subresource: "status" });
  }

  async #createConfig(namespace: string, owner: Machine, spec: object | undefined): Promise<Error | undefined> {
    const { apiVersion, kind, metadata } = owner;
    const reference = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
    const object: KubernetesObject = {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: { namespace, name: config, labels: clusterLabel, ownerReferences: [reference] },
      ...(spec === undefined ? {} : { spec }),
    };
    const path = requestPath`/apis/bootstrap.cluster.x-k8s.io/v1beta2/namespaces/${namespace}/kubeadmconfigs?fieldValidation=Strict`;
    return await this.client.request("POST", path, object).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #takeDataSecret(namespace: string): Promise<void> {
    const owner = { apiVersion: "v1", kind: "Thing", name: "t", uid: "1", controller: true };
    const metadata = { namespace, name: config, labels: clusterLabel, ownerReferences: [owner] };
    await this.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata, data: { value: "eA==" } });
  }

  async #find<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
    try {
      return await look();
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
