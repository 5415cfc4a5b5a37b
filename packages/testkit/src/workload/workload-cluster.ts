import { ApiServer } from "@capstan/apiserver";
import { clusterSecretName, labels, secretType } from "@capstan/contract";
import { type ObjectKey } from "@capstan/kube";
import { type Client, createClient, Node, Secret } from "@capstan/runtime";
import { Kubelets } from "./kubelets.ts";

/**
 * A workload cluster on an embedded API server, to which the core connects through the Cluster's kubeconfig Secret.
 *
 * @example
 * ```ts
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a Cluster has a workload cluster of its own", async () => {
 *   await using env = await TestEnvironment.start();
 *   const workload = await env.startWorkloadCluster(await env.createCluster());
 *   expect(workload.client.server).toMatch(/^https:/);
 * });
 * ```
 */
export class WorkloadCluster implements AsyncDisposable {
  /** An administrator's client. */
  readonly client: Client;
  /** An administrator's kubeconfig, YAML. */
  readonly kubeconfig: string;
  /** Creates Nodes for the Cluster's Machines, once it is set up with a manager of the management cluster. */
  readonly kubelets: Kubelets;
  readonly #server: ApiServer;

  private constructor(server: ApiServer, cluster: ObjectKey) {
    this.#server = server;
    this.kubeconfig = server.kubeconfig;
    this.client = createClient({ kubeconfig: server.kubeconfig, userAgent: "kubelet" });
    this.kubelets = new Kubelets(this.client, cluster);
  }

  /**
   * Starts the server, and creates the kubeconfig Secret through which Cluster API connects to it.
   *
   * @param management - an administrator's client of the management cluster.
   * @param cluster - a Cluster without another creator of its kubeconfig Secret.
   * @param startServer - starts the API server, which stops with the workload cluster. Default: an embedded server.
   * @throws ApiError the Secret exists already, or cannot be created.
   */
  static async start(
    management: Client,
    cluster: Required<ObjectKey>,
    startServer: (cluster: Required<ObjectKey>) => Promise<ApiServer> = () => ApiServer.start(),
  ): Promise<WorkloadCluster> {
    const workload = new WorkloadCluster(await startServer(cluster), cluster);
    try {
      await management.create(Secret, workload.#kubeconfigSecret(cluster));
      return workload;
    } catch (error) {
      await workload[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The names of its Nodes, sorted. */
  async nodeNames(): Promise<string[]> {
    return (await this.client.list(Node)).items.map(({ metadata }) => metadata.name).toSorted();
  }

  /** Stops the cluster at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.#server.close();
  }

  #kubeconfigSecret({ name, namespace }: Required<ObjectKey>): Secret {
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: clusterSecretName(name, "kubeconfig"), namespace, labels: { [labels.clusterName]: name } },
      type: secretType,
      data: { value: Buffer.from(this.kubeconfig).toString("base64") },
    };
  }
}
