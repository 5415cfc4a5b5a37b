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

  /** Starts the API server, which is reachable only through the load balancer at the record's endpoint. */
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
      // Only called after a connection was handed over, when the cluster exists.
      portForward: (to): Promise<Duplex | undefined> => workload.#connect(to),
      ...(options.dataDirectory === undefined ? {} : { dataDirectory: options.dataDirectory }),
      // The cloud's own state does not survive a loss of power either.
      fsync: "never",
    });
    const workload = new WorkloadCluster(record, server, options.etcd);
    return workload;
  }

  handleConnection(socket: Socket): void {
    this.#server.handleConnection(socket);
  }

  /** The control plane as a machine that joins now finds it. */
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

  /** Creates the objects that `kubeadm init` creates. Safe to repeat. */
  async initialize(cluster: ClusterRecord): Promise<void> {
    for (const { kind, object } of initObjects(cluster, this.#record)) {
      await this.#client.create(kind, object).catch(unless(isAlreadyExists));
    }
  }

  /** Registers a machine's Node and its static Pods, as its kubelet would. Safe to repeat. */
  async register(plan: NodePlan, facts: NodeFacts): Promise<void> {
    const wanted = nodeObject(plan, facts);
    const created = await this.#create(wanted);
    if (plan.role === "control-plane") await this.#runStaticPods(created, plan, facts);
    if (isReady(created)) return;
    const body = { status: wanted.status };
    await this.#client.patch(Node, { name: plan.name }, { type: "merge", body }, { subresource: "status" });
  }

  /** Makes the Node of a deleted machine NotReady, if it still exists. */
  async unregister(name: string, providerID: string, now: string): Promise<void> {
    const node = await this.#client.get(Node, { name }).catch(unless(isNotFound));
    if (node?.spec?.providerID !== providerID) return;
    // No kube-controller-manager runs here to collect the Pods of a deleted Node.
    await this.#removeStaticPods(name);
    const body = { status: { conditions: unreachableConditions(node, now) } };
    await this.#client
      .patch(Node, { name }, { type: "merge", body }, { subresource: "status" })
      .catch(unless(isNotFound));
  }

  /** Stops the API server. With a data directory, its contents stay there. */
  async close(): Promise<void> {
    await this.#client.close();
    await this.#server.close();
  }

  /** Creates the static Pods as kubeadm and the kubelet do: from the present content of the cluster's ConfigMap. */
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
        // An earlier machine of this name left it.
        await this.#removePod(pod.metadata.name);
        await this.#client.create(Pod, pod);
      }
    }
    const body = { status: pod.status };
    await this.#client.patch(Pod, key, { type: "merge", body }, { subresource: "status" });
  }

  /** Connects to a port of a Pod: the API server, which all control-plane machines share, or the machine's etcd. */
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
    // The Node of an earlier machine of this name, because a providerID is immutable.
    await this.#client.delete(Node, key).catch(unless(isNotFound));
    return this.#client.create(Node, wanted);
  }
}

/** A handler that converts the expected error to undefined and rethrows all others. */
function unless(expected: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!expected(error)) throw error;
    return undefined;
  };
}
