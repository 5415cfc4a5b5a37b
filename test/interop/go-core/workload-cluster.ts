import { ApiServer } from "@capstan/apiserver";
import { clusterSecretName, labels, secretType } from "@capstan/contract";
import { type Client, createClient, Node, type Secret } from "@capstan/runtime";
import { registerNode } from "@capstan/testkit";

/** A workload cluster from the view of its kubelets. */
export class WorkloadCluster implements AsyncDisposable {
  /** An administrator's client. */
  readonly client: Client;
  readonly #kubeconfig: string;
  readonly #close: () => Promise<void>;

  private constructor(kubeconfig: string, close: () => Promise<void>) {
    this.#kubeconfig = kubeconfig;
    this.client = createClient({ kubeconfig, userAgent: "kubelet" });
    this.#close = close;
  }

  /** The embedded API server as the workload cluster of a Cluster that has no other. */
  static async start(): Promise<WorkloadCluster> {
    const server = await ApiServer.start();
    return new WorkloadCluster(server.kubeconfig, () => server.close());
  }

  /** An existing cluster. */
  static at(kubeconfig: string): WorkloadCluster {
    return new WorkloadCluster(kubeconfig, () => Promise.resolve());
  }

  /** The Secret by which a user passes the workload cluster to Cluster API. */
  kubeconfigSecret(cluster: string): Secret {
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: clusterSecretName(cluster, "kubeconfig"), labels: { [labels.clusterName]: cluster } },
      type: secretType,
      data: { value: Buffer.from(this.#kubeconfig).toString("base64") },
    };
  }

  async join(name: string, providerID: string): Promise<void> {
    await registerNode(this.client, { name, providerID });
  }

  async nodeNames(): Promise<string[]> {
    return (await this.client.list(Node)).items.map(({ metadata }) => metadata.name).toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.#close();
  }
}
