import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiServer, type PodPort } from "@capstan/apiserver";
import {
  type Client,
  type Clock,
  ConfigMap,
  createClient,
  isAlreadyExists,
  isNotFound,
  isOwnedBy,
  Node,
} from "@capstan/provider";
import type { UploadedClusterConfiguration } from "../boot/kubeadm/cluster-configuration.ts";
import type { NodePlan } from "../boot/node-plan.ts";
import type { ObservedControlPlane } from "../boot/observed-cluster.ts";
import type { ClusterRecord, ControlPlaneRecord } from "./cloud-record.ts";
import { connectionPair } from "./connection-pair.ts";
import { type EtcdCluster, EtcdServers } from "./etcd/etcd-server.ts";
import { clusterConfigurationKey, clusterConfigurationOf, initObjects } from "./kubeadm-objects.ts";
import type { Backend } from "./load-balancer.ts";
import { isReady, nodeObject, type NodeFacts, unreachableConditions } from "./node-object.ts";
import { apiServerPortOf, isEtcd, staticPodNames, staticPods } from "./static-pods.ts";
import { Pod, systemNamespace } from "./workload-kinds.ts";
import { WorkloadMembers } from "./workload-members.ts";

/** The API server of a workload cluster, behind the cluster's own certificate authority. */
export class WorkloadCluster implements Backend {
  readonly #record: ControlPlaneRecord;
  readonly #server: ApiServer;
  readonly #client: Client;
  readonly #members: WorkloadMembers;
  readonly #etcd: EtcdServers | undefined;

  private constructor(record: ControlPlaneRecord, server: ApiServer, etcd: EtcdCluster) {
    this.#record = record;
    this.#server = server;
    this.#etcd = record.etcdAuthority && new EtcdServers(record.etcdAuthority, etcd);
    this.#client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-mock-machine" });
    this.#members = new WorkloadMembers(server);
  }

  /** Starts the API server; it is reached through the load balancer at the record's endpoint only. */
  static async start(
    cluster: ClusterRecord,
    record: ControlPlaneRecord,
    options: { clock: Clock; etcd: EtcdCluster; dataDirectory: string | undefined },
  ): Promise<WorkloadCluster> {
    const { certificate, privateKey } = record.certificateAuthority;
    const server = await ApiServer.start({
      listen: false,
      advertise: { ...cluster.endpoint },
      certificateAuthority: { certificate, privateKey },
      clock: options.clock,
      // This is not called before a connection is handed over, and by then the cluster exists.
      portForward: (to): Promise<Duplex | undefined> => workload.#connect(to),
      ...(options.dataDirectory === undefined ? {} : { dataDirectory: options.dataDirectory }),
      // What the cloud itself keeps does not outlive a loss of power either.
      fsync: "never",
    });
    const workload = new WorkloadCluster(record, server, options.etcd);
    return workload;
  }

  handleConnection(socket: Socket): void {
    this.#server.handleConnection(socket);
  }

  /** What a machine that joins now would find. */
  async observe(): Promise<ObservedControlPlane> {
    const configuration = await this.#clusterConfiguration();
    return {
      certificateAuthority: this.#record.certificateAuthority.certificate,
      publicKeys: this.#record.publicKeys,
      certificatesDirectory: this.#record.certificatesDirectory,
      hasClusterConfiguration: configuration !== undefined,
      bootstrapTokens: this.#members.bootstrapTokens(),
      // kubeadm refuses only the name of a Node that is Ready.
      nodeNames: this.#members.readyNodes,
    };
  }

  /** Creates what `kubeadm init` creates. Safe to repeat. */
  async initialize(cluster: ClusterRecord): Promise<void> {
    for (const { kind, object } of initObjects(cluster, this.#record)) {
      await this.#client.create(kind, object).catch(unless(isAlreadyExists));
    }
  }

  /** Registers a machine's Node and the static Pods that it runs, as its kubelet would. Safe to repeat. */
  async register(plan: NodePlan, facts: NodeFacts): Promise<void> {
    const wanted = nodeObject(plan, facts);
    const created = await this.#create(wanted);
    if (plan.role === "control-plane") await this.#runStaticPods(created, plan, facts);
    if (isReady(created)) return;
    const body = { status: wanted.status };
    await this.#client.patch(Node, { name: plan.name }, { type: "merge", body }, { subresource: "status" });
  }

  /** Lets the Node of a machine that is gone become NotReady, if it is still there. */
  async unregister(name: string, providerID: string, now: string): Promise<void> {
    const node = await this.#client.get(Node, { name }).catch(unless(isNotFound));
    if (node?.spec?.providerID !== providerID) return;
    // Nothing here collects the Pods of a Node that is gone, as a kube-controller-manager would.
    await this.#removeStaticPods(name);
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

  /** As kubeadm and the kubelet do it: from what the cluster's ConfigMap says at this moment. */
  async #runStaticPods(node: Node, plan: NodePlan, facts: NodeFacts): Promise<void> {
    const configuration = await this.#clusterConfiguration();
    if (configuration === undefined) return;
    for (const pod of staticPods(node, configuration, plan, facts)) await this.#run(pod, node);
  }

  async #run(pod: Pod, node: Node): Promise<void> {
    const key = { namespace: systemNamespace, name: pod.metadata.name };
    const created = await this.#client.create(Pod, pod).catch(unless(isAlreadyExists));
    if (created === undefined) {
      const existing = await this.#client.get(Pod, key);
      if (!isOwnedBy(existing, node)) {
        // That of an earlier machine of this name.
        await this.#removePod(pod.metadata.name);
        await this.#client.create(Pod, pod);
      }
    }
    const body = { status: pod.status };
    await this.#client.patch(Pod, key, { type: "merge", body }, { subresource: "status" });
  }

  /** What answers at a port of a Pod: the API server, which is that of all control-plane machines, and the machine's etcd. */
  async #connect({ namespace, pod: name, port }: PodPort): Promise<Duplex | undefined> {
    const pod = await this.#client.get(Pod, { namespace, name });
    const [client, service] = connectionPair();
    if (apiServerPortOf(pod) === port) {
      this.#server.handleConnection(service);
      return client;
    }
    const isAnswered = isEtcd(pod, port) && (await this.#etcd?.handleConnection(pod.spec.nodeName, service)) === true;
    return isAnswered ? client : undefined;
  }

  async #removeStaticPods(node: string): Promise<void> {
    for (const name of staticPodNames(node)) await this.#removePod(name);
  }

  async #removePod(name: string): Promise<void> {
    const key = { namespace: systemNamespace, name };
    await this.#client.delete(Pod, key, { gracePeriodSeconds: 0 }).catch(unless(isNotFound));
  }

  async #clusterConfiguration(): Promise<UploadedClusterConfiguration | undefined> {
    return clusterConfigurationOf(await this.#client.get(ConfigMap, clusterConfigurationKey).catch(unless(isNotFound)));
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
