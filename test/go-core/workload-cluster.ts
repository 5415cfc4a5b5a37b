import { ApiServer } from "@capstan/apiserver";
import { clusterSecretName, labels, secretType } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, createClient, Node, type Secret } from "@capstan/runtime";

/** What a kubelet reports; with Ready alone the Go core calls a Node's health unknown. */
const conditions = { Ready: "True", MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" };

/** The embedded API server as the workload cluster of a Cluster that nobody else makes one for. */
export class WorkloadCluster implements AsyncDisposable {
  readonly #server: ApiServer;
  readonly #client: Client;

  private constructor(server: ApiServer) {
    this.#server = server;
    this.#client = createClient({ kubeconfig: server.kubeconfig, userAgent: "kubelet" });
  }

  static async start(): Promise<WorkloadCluster> {
    return new WorkloadCluster(await ApiServer.start());
  }

  /** The Secret by which a user tells the Cluster API of the workload cluster. */
  kubeconfigSecret(cluster: string): Secret {
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: clusterSecretName(cluster, "kubeconfig"), labels: { [labels.clusterName]: cluster } },
      type: secretType,
      data: { value: Buffer.from(this.#server.kubeconfig).toString("base64") },
    };
  }

  async join(name: string, providerID: string): Promise<void> {
    const status = { conditions: Object.entries(conditions).map(([type, holds]) => ({ type, status: holds })) };
    await this.#client.create(Node, {
      apiVersion: apiVersionOf(Node),
      kind: Node.kind,
      metadata: { name },
      spec: { providerID },
    });
    await this.#client.patch(Node, { name }, { type: "merge", body: { status } }, { subresource: "status" });
  }

  async nodeNames(): Promise<string[]> {
    return (await this.#client.list(Node)).items.map(({ metadata }) => metadata.name).toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.#server.close();
  }
}
