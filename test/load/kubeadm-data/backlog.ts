import { generateCertificateAuthority, KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type Condition, type KubernetesObject, labels, Machine, secretType } from "@capstan/contract";
import { type Client, Namespace, Secret, systemClock } from "@capstan/runtime";

const cluster = "c";
const clusterLabel = { [labels.clusterName]: cluster };
const apiVersion = "cluster.x-k8s.io/v1beta2";
const atOnce = 16;
/** KubeadmConfigs without a write for this long are complete. */
const restMs = 2_000;

/**
 * The worker Machines of a Cluster in a separate namespace, with all dependencies except the Cluster: without it a bootstrap provider
 * ignores them, so that all become ready at the same moment, however long their creation took.
 */
export class Backlog {
  readonly #client: Client;
  readonly #namespace: string;
  readonly #machines: number;

  private constructor(client: Client, namespace: string, machines: number) {
    this.#client = client;
    this.#namespace = namespace;
    this.#machines = machines;
  }

  /** @param kubeconfig - of the workload cluster. */
  static async create(
    client: Client,
    namespace: string,
    options: { readonly machines: number; readonly kubeconfig: string },
  ): Promise<Backlog> {
    const backlog = new Backlog(client, namespace, options.machines);
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const { certificate, privateKey } = await generateCertificateAuthority({ now: systemClock.now() });
    await backlog.#createSecret(`${cluster}-ca`, { "tls.crt": certificate, "tls.key": privateKey });
    await backlog.#createSecret(`${cluster}-kubeconfig`, { value: options.kubeconfig });
    const names = Array.from({ length: options.machines }, (_, index) => `w-${index}`);
    const worker = async (): Promise<void> => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) await backlog.#createMachine(name);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return backlog;
  }

  /** Creates the Cluster with an initialized control plane. */
  async release(): Promise<void> {
    const metadata = { namespace: this.#namespace, name: cluster };
    await this.#client.create(Cluster, {
      apiVersion,
      kind: "Cluster",
      metadata,
      spec: {
        controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeCluster", name: cluster },
      },
    });
    const condition: Condition = {
      type: "ControlPlaneInitialized",
      status: "True",
      reason: "Initialized",
      message: "",
      lastTransitionTime: "2026-11-21T12:00:00Z",
    };
    const status = { initialization: { infrastructureProvisioned: true }, conditions: [condition] };
    await this.#client.patch(Cluster, metadata, { type: "merge", body: { status } }, { subresource: "status" });
  }

  /**
   * Resolves once every KubeadmConfig reports its data Secret.
   * @param progress - called with their number.
   */
  async served(signal: AbortSignal, progress: (served: number) => void): Promise<void> {
    const done = new Set<string>();
    const look = ({ metadata, status }: KubeadmConfig): void => {
      if (status?.initialization?.dataSecretCreated === true) done.add(metadata.name);
    };
    // A server may end a watch at any time: then this lists again.
    while (!signal.aborted) {
      const { items, resourceVersion } = await this.#client.list(KubeadmConfig.kind, { namespace: this.#namespace });
      for (const item of items) look(item);
      if (done.size >= this.#machines) return;
      const watching = { namespace: this.#namespace, resourceVersion, signal };
      for await (const event of this.#client.watch(KubeadmConfig.kind, watching)) {
        if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
        const before = done.size;
        look(event.object);
        if (done.size > before && done.size % 250 === 0) progress(done.size);
        if (done.size >= this.#machines) return;
      }
    }
    throw new Error(`only ${done.size} of ${this.#machines} KubeadmConfigs were served in time: see --timeout`);
  }

  /** Resolves once the objects of the backlog are stable. */
  async rest(): Promise<void> {
    const newest = async () => (await this.#client.list(KubeadmConfig.kind, { namespace: this.#namespace })).items;
    const versions = async () => JSON.stringify((await newest()).map(({ metadata }) => metadata.resourceVersion));
    for (let before = "", now = await versions(); before !== now;) {
      await systemClock.sleep(restMs);
      [before, now] = [now, await versions()];
    }
  }

  async #createMachine(name: string): Promise<void> {
    const namespace = this.#namespace;
    const machine = await this.#client.create(Machine, {
      apiVersion,
      kind: "Machine",
      metadata: { namespace, name, labels: clusterLabel },
      spec: {
        clusterName: cluster,
        version: "v1.36.0",
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name },
      },
    });
    const owner = { apiVersion, kind: "Machine", name, uid: machine.metadata.uid ?? "", controller: true };
    await this.#client.create<KubernetesObject>(KubeadmConfig.kind, {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: { namespace, name, labels: clusterLabel, ownerReferences: [owner] },
    });
  }

  async #createSecret(name: string, content: Readonly<Record<string, string>>): Promise<void> {
    const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")] as const);
    await this.#client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: this.#namespace, name, labels: clusterLabel },
      type: secretType,
      data: Object.fromEntries(data),
    });
  }
}
