import { generateCertificateAuthority, KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type Condition,
  type KubernetesObject,
  labels,
  Machine,
  type OwnerReference,
} from "@capstan/contract";
import { BothProviders } from "@capstan/harness/go";
import { type Client, Secret, systemClock } from "@capstan/runtime";

/** The namespaces: of the Go manager and of Capstan. */
export const providers = ["go", "ours"] as const;
export type ProviderName = (typeof providers)[number];

const clusterLabel = { [labels.clusterName]: "c1" };
const tokenPattern = /[a-z0-9]{6}\.[a-z0-9]{16}/;

/** A bootstrap token in the workload cluster. */
export interface Token {
  readonly token: string;
  /** Milliseconds since the epoch; undefined if it is deleted. */
  readonly expires: number | undefined;
}

/**
 * The Go kubeadm bootstrap manager and Capstan's on one real API server, which is its own workload cluster, with short-lived bootstrap
 * tokens; each has a namespace with a Cluster `c1` whose control plane is initialized.
 */
export class TwoProviders implements AsyncDisposable {
  readonly client: Client;
  readonly #closing: AsyncDisposableStack;

  private constructor(client: Client, closing: AsyncDisposableStack) {
    this.client = client;
    this.#closing = closing;
  }

  static async start(tokenTtlSeconds: number): Promise<TwoProviders> {
    const closing = new AsyncDisposableStack();
    try {
      const both = closing.use(await BothProviders.start({ tokenTtlSeconds }));
      const { client, kubeconfig } = both;
      const { certificate, privateKey } = await generateCertificateAuthority({ now: systemClock.now() });
      const secrets = {
        "c1-ca": { "tls.crt": certificate, "tls.key": privateKey },
        "c1-kubeconfig": { value: kubeconfig },
      };
      for (const namespace of providers) await createCluster(client, namespace, secrets);
      return new TwoProviders(client, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  async createMachine(namespace: ProviderName, name: string): Promise<void> {
    const machine = await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: { namespace, name, labels: clusterLabel },
      spec: {
        clusterName: "c1",
        version: "v1.36.0",
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name },
      },
    });
    const { apiVersion, kind, metadata } = machine;
    await this.createConfig(namespace, name, { apiVersion, kind, name, uid: metadata.uid ?? "", controller: true });
  }

  async createConfig(namespace: ProviderName, name: string, owner: OwnerReference): Promise<void> {
    await this.client.create<KubernetesObject>(KubeadmConfig.kind, {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: { namespace, name, labels: clusterLabel, ownerReferences: [owner] },
    });
  }

  /** The stored data of a config; undefined if there is none. */
  async data(namespace: ProviderName, name: string): Promise<string | undefined> {
    const { items } = await this.client.list(Secret, { namespace });
    const found = items.find(({ metadata }) => metadata.name === name);
    return found === undefined ? undefined : Buffer.from(found.data?.value ?? "", "base64").toString();
  }

  /** The token that a config's machines boot with, and its expiry. */
  async token(namespace: ProviderName, name: string): Promise<Token> {
    const [token = ""] = tokenPattern.exec((await this.data(namespace, name)) ?? "") ?? [];
    return { token, expires: await this.expires(token) };
  }

  async expires(token: string): Promise<number | undefined> {
    const { items } = await this.client.list(Secret, { namespace: "kube-system" });
    const found = items.find(({ metadata }) => metadata.name === secretOf(token));
    if (found === undefined) return undefined;
    return Date.parse(Buffer.from(found.data?.expiration ?? "", "base64").toString());
  }

  async revoke(token: string): Promise<void> {
    await this.client.delete(Secret, { namespace: "kube-system", name: secretOf(token) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function secretOf(token: string): string {
  return `bootstrap-token-${token.slice(0, 6)}`;
}

async function createCluster(
  client: Client,
  namespace: ProviderName,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  for (const [name, content] of Object.entries(secrets)) {
    const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")] as const);
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name, labels: clusterLabel },
      type: "cluster.x-k8s.io/secret",
      data: Object.fromEntries(data),
    });
  }
  const metadata = { namespace, name: "c1" };
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata,
    spec: {
      controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeCluster", name: "c1" },
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
  await client.patch(Cluster, metadata, { type: "merge", body: { status } }, { subresource: "status" });
}
