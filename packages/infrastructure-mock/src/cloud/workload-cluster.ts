import type { Socket } from "node:net";
import { ApiServer } from "@capstan/apiserver";
import { type Client, type Clock, createClient, isAlreadyExists, isNotFound, Node, Secret } from "@capstan/provider";
import type { NodePlan } from "../boot/node-plan.ts";
import type { ObservedControlPlane } from "../boot/observed-cluster.ts";
import type { ClusterRecord, ControlPlaneRecord } from "./cloud-record.ts";
import { bootstrapTokenOf, initObjects } from "./kubeadm-objects.ts";
import type { Backend } from "./load-balancer.ts";
import { isReady, nodeObject, type NodeFacts, unreachableConditions } from "./node-object.ts";

/** The API server of a workload cluster, behind the cluster's own certificate authority. */
export class WorkloadCluster implements Backend {
  readonly #record: ControlPlaneRecord;
  readonly #server: ApiServer;
  readonly #client: Client;

  private constructor(record: ControlPlaneRecord, server: ApiServer) {
    this.#record = record;
    this.#server = server;
    this.#client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-mock-machine" });
  }

  /** Starts the API server; it is reached through the load balancer at the record's endpoint only. */
  static async start(
    cluster: ClusterRecord,
    record: ControlPlaneRecord,
    options: { clock: Clock; dataDirectory: string | undefined },
  ): Promise<WorkloadCluster> {
    const { certificate, privateKey } = record.certificateAuthority;
    const server = await ApiServer.start({
      listen: false,
      advertise: { ...cluster.endpoint },
      certificateAuthority: { certificate, privateKey },
      clock: options.clock,
      ...(options.dataDirectory === undefined ? {} : { dataDirectory: options.dataDirectory }),
    });
    return new WorkloadCluster(record, server);
  }

  handleConnection(socket: Socket): void {
    this.#server.handleConnection(socket);
  }

  /** What a machine that joins now would find. */
  async observe(): Promise<ObservedControlPlane> {
    const [secrets, nodes] = await Promise.all([
      this.#client.list(Secret, { namespace: "kube-system", fieldSelector: "type=bootstrap.kubernetes.io/token" }),
      this.#client.list(Node),
    ]);
    return {
      certificateAuthority: this.#record.certificateAuthority.certificate,
      publicKeys: this.#record.publicKeys,
      certificatesDirectory: this.#record.certificatesDirectory,
      bootstrapTokens: secrets.items.map(bootstrapTokenOf).filter((token) => token !== undefined),
      // kubeadm refuses only the name of a Node that is Ready.
      nodeNames: new Set(nodes.items.filter(isReady).map(({ metadata }) => metadata.name)),
    };
  }

  /** Creates what `kubeadm init` creates. Safe to repeat. */
  async initialise(cluster: ClusterRecord): Promise<void> {
    for (const { kind, object } of initObjects(cluster, this.#record)) {
      await this.#client.create(kind, object).catch(unless(isAlreadyExists));
    }
  }

  /** Registers a machine's Node, as its kubelet would. Safe to repeat. */
  async register(plan: NodePlan, facts: NodeFacts): Promise<void> {
    const wanted = nodeObject(plan, facts);
    const created = await this.#create(wanted);
    if (isReady(created)) return;
    const body = { status: wanted.status };
    await this.#client.patch(Node, { name: plan.name }, { type: "merge", body }, { subresource: "status" });
  }

  /** Lets the Node of a machine that is gone become NotReady, if it is still there. */
  async unregister(name: string, providerID: string, now: string): Promise<void> {
    const node = await this.#client.get(Node, { name }).catch(unless(isNotFound));
    if (node?.spec?.providerID !== providerID) return;
    const body = { status: { conditions: unreachableConditions(node, now) } };
    await this.#client
      .patch(Node, { name }, { type: "merge", body }, { subresource: "status" })
      .catch(unless(isNotFound));
  }

  /** Stops the API server; with a data directory, what it holds stays there. */
  async close(): Promise<void> {
    await this.#client.close();
    await this.#server.close();
  }

  async #create(wanted: Node): Promise<Node> {
    const created = await this.#client.create(Node, wanted).catch(unless(isAlreadyExists));
    if (created !== undefined) return created;
    const key = { name: wanted.metadata.name };
    const existing = await this.#client.get(Node, key);
    if (existing.spec?.providerID === wanted.spec?.providerID) return existing;
    // The Node of an earlier machine of this name: a providerID cannot be changed.
    await this.#client.delete(Node, key).catch(unless(isNotFound));
    return this.#client.create(Node, wanted);
  }
}

/** A handler that turns the expected error into undefined and passes on all others. */
function unless(expected: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!expected(error)) throw error;
    return undefined;
  };
}
