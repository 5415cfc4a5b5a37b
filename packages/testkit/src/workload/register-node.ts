import { apiVersionOf } from "@capstan/kube";
import { type Client, isAlreadyExists, Node } from "@capstan/runtime";

/** The conditions that a kubelet reports; with Ready alone, the Go core calls a Node's health unknown. */
const conditions = { Ready: "True", MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" };

/** A server that joins a workload cluster. */
export interface JoiningServer {
  /** The name of the Node. */
  readonly name: string;
  /** The server's id in the cloud; it becomes the Node's. */
  readonly providerID: string;
  /** The version of the kubelet. Default: `v1.36.0`. */
  readonly version?: string | undefined;
}

/**
 * Registers a Node as a kubelet does when its server joins: the Node exists, and is Ready. Safe to repeat.
 *
 * @param workload - a client of the workload cluster.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { createClient, Node } from "@capstan/provider";
 * import { registerNode } from "@capstan/testkit";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "kubelet/1.0.0" });
 * await registerNode(client, { name: "m1", providerID: "hello://m1" });
 * console.log((await client.get(Node, { name: "m1" })).spec?.providerID); // hello://m1
 * await client.close();
 * ```
 */
export async function registerNode(workload: Client, { name, providerID, version }: JoiningServer): Promise<void> {
  const node = { apiVersion: apiVersionOf(Node), kind: Node.kind, metadata: { name }, spec: { providerID } };
  await workload.create(Node, node).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
  });
  const reported = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  const body = { status: { conditions: reported, nodeInfo: { kubeletVersion: version ?? "v1.36.0" } } };
  await workload.patch(Node, { name }, { type: "merge", body }, { subresource: "status" });
}
