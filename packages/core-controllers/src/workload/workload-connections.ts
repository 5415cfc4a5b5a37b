import { clusterSecretName, type DeepReadonly, labels, type ObjectKey } from "@capstan/contract";
import { dnsSubdomainProblems, objectKeyText } from "@capstan/kube";
import {
  type Client,
  type Clock,
  isNotFound,
  Node,
  type RemoteCluster,
  type RemoteClusters,
  type Request,
  type Source,
} from "@capstan/runtime";
import {
  type Connection,
  describe,
  isDue,
  newConnection,
  nextCheckMs,
  notYet,
  problemOf,
  stateOf,
} from "./connection.ts";
import { type ObservedNode } from "./observed-node.ts";
import { type WorkloadState } from "./workload-state.ts";

/** Options of {@link WorkloadConnections}. */
export interface WorkloadConnectionsOptions {
  readonly remotes: RemoteClusters;
  readonly clock: Clock;
  /** How long the last known state stays valid after a workload cluster becomes unresponsive. Default 300,000. */
  readonly graceMs?: number;
}

/** A change of a workload cluster's Node or of its connection. */
export interface WorkloadChange {
  readonly cluster: ObjectKey;
  /** `undefined`: the connection itself changed. */
  readonly node?: DeepReadonly<Node>;
}

/** The changes to a Node; see RFC 7386. */
interface MergePatch {
  readonly metadata?: object;
  readonly spec?: object;
}

interface Listener {
  readonly notify: (change: WorkloadChange) => void;
  readonly track: (work: Promise<unknown>) => void;
}

/**
 * The connections to the workload clusters, one each, through the Secret `<cluster>-kubeconfig`: a client and the known Nodes. No method
 * waits: the {@link source} wakes a caller that asks too early.
 */
export class WorkloadConnections {
  readonly #remotes: RemoteClusters;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #connections = new Map<string, Connection>();
  readonly #listeners = new Set<Listener>();
  /** When the first listener was added. A process that waits for leadership has not started in this sense. */
  #startedAt: number | undefined;

  constructor(options: WorkloadConnectionsOptions) {
    this.#remotes = options.remotes;
    this.#clock = options.clock;
    this.#graceMs = options.graceMs ?? 5 * 60_000;
  }

  /** A source of requests: it calls `map` at every change of a Node, and whenever a connection is established or lost. */
  source(name: string, map: (change: WorkloadChange) => readonly Request[]): Source {
    return {
      key: `workload:${name}`,
      start: (context) => {
        const listener: Listener = {
          notify: (change) => {
            for (const request of map(change)) context.enqueue(request);
          },
          track: (work) => {
            context.track(work);
          },
        };
        this.#listeners.add(listener);
        this.#startedAt ??= this.#clock.now();
        return { ready: Promise.resolve(), stop: () => this.#listeners.delete(listener) };
      },
    };
  }

  /**
   * Connects if there is no connection, or if the kubeconfig was replaced. Call it at every change related to the Cluster, any of which may
   * make its workload cluster respond, and after {@link nextCheckMs}.
   *
   * @param kubeconfigVersion - resourceVersion of the Secret; a new version is tried immediately.
   * @param signal - ends an attempt in progress.
   */
  check(cluster: ObjectKey, kubeconfigVersion: string, signal: AbortSignal): WorkloadState {
    const connection = this.#connectionOf(cluster);
    if (connection.kubeconfigVersion !== kubeconfigVersion) {
      connection.kubeconfigVersion = kubeconfigVersion;
      connection.firstTriedMs = this.#clock.now();
      connection.attemptedAt = undefined;
    }
    if (isDue(connection, this.#clock.now())) {
      const attempt = this.#connect(connection, signal);
      for (const { track } of this.#listeners) track(attempt);
    }
    const state = this.stateOf(cluster);
    this.#reportState(connection);
    return state;
  }

  /**
   * Milliseconds until the next {@link check} if nothing changes; 0: never. An established connection needs no checks, because it reports
   * when the cluster becomes unreachable or reachable.
   */
  nextCheckMs(cluster: ObjectKey): number {
    const connection = this.#connections.get(objectKeyText(cluster));
    return connection === undefined ? 0 : nextCheckMs(connection, { now: this.#clock.now(), graceMs: this.#graceMs });
  }

  /** Whether the workload cluster responds; does not connect. */
  stateOf(cluster: ObjectKey): WorkloadState {
    const connection = this.#connections.get(objectKeyText(cluster));
    if (connection === undefined) return { state: "connecting", message: notYet };
    return stateOf(connection, { now: this.#clock.now(), graceMs: this.#graceMs });
  }

  /** The Node with this providerID, if the workload cluster can be read. */
  nodeOf(cluster: ObjectKey, providerID: string): ObservedNode {
    const state = this.stateOf(cluster);
    if (state.state === "unreachable") return state;
    const connection = this.#connections.get(objectKeyText(cluster));
    const index = connection?.nodes?.synced === true ? connection.nodesByProviderID : undefined;
    if (index === undefined) {
      return this.#connecting(cluster, state.state === "connecting" ? state.message : "");
    }
    const [node, ...others] = index.in(undefined, providerID);
    if (node === undefined) return { state: "absent" };
    if (others.length === 0) return { state: "found", node };
    return { state: "ambiguous", names: [node, ...others].map(({ metadata }) => metadata.name).sort() };
  }

  /** The last known state of the Node with this name. */
  nodeNamed(cluster: ObjectKey, name: string): DeepReadonly<Node> | undefined {
    return this.#connections.get(objectKeyText(cluster))?.nodes?.get({ name });
  }

  /** The client for requests to the workload cluster; `undefined` while there is no connection. */
  clientOf(cluster: ObjectKey): Client | undefined {
    return this.#connections.get(objectKeyText(cluster))?.remote?.client;
  }

  /**
   * Patches exactly this Node, not another that has taken its name since. Returns the new result of {@link nodeOf}.
   *
   * @throws ApiError - among others NotFound, and Conflict if the patch has an old resourceVersion.
   */
  async patchNode(cluster: ObjectKey, name: string, patch: MergePatch, signal: AbortSignal): Promise<ObservedNode> {
    const { remote, nodes } = this.#connections.get(objectKeyText(cluster)) ?? {};
    if (remote === undefined) return this.#connecting(cluster, notYet);
    const uid = nodes?.get({ name })?.metadata.uid;
    const body = uid === undefined ? patch : { ...patch, metadata: { ...patch.metadata, uid } };
    const node = await remote.client.patch(Node, { name }, { type: "merge", body }, { signal });
    return { state: "found", node };
  }

  /**
   * Deletes a Node; no error if it is deleted already.
   *
   * @throws ApiError - among others Conflict, if another Node has taken the name.
   */
  async deleteNode(cluster: ObjectKey, name: string, signal: AbortSignal): Promise<ObservedNode> {
    const { remote, nodes } = this.#connections.get(objectKeyText(cluster)) ?? {};
    if (remote === undefined) return this.#connecting(cluster, notYet);
    const uid = nodes?.get({ name })?.metadata.uid;
    try {
      await remote.client.delete(Node, { name }, { signal, preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return { state: "absent" };
  }

  #connecting(cluster: ObjectKey, message: string): ObservedNode {
    const connection = this.#connections.get(objectKeyText(cluster));
    const firstTriedMs = connection === undefined ? this.#startedAt : connection.firstTriedMs;
    return { state: "connecting", message, ...(firstTriedMs === undefined ? {} : { firstTriedMs }) };
  }

  /** Ends the connection. */
  forget(cluster: ObjectKey): void {
    const key = objectKeyText(cluster);
    this.#connections.get(key)?.stopListening();
    if (this.#connections.delete(key)) this.#remotes.forget(kubeconfigSecret(cluster));
  }

  #connectionOf(cluster: ObjectKey): Connection {
    const key = objectKeyText(cluster);
    const present = this.#connections.get(key);
    if (present !== undefined) return present;
    const connection = newConnection(cluster, this.#clock.now());
    this.#connections.set(key, connection);
    return connection;
  }

  async #connect(connection: Connection, signal: AbortSignal): Promise<void> {
    connection.connecting = true;
    connection.attemptedAt = this.#clock.now();
    try {
      // Requested even if there is a connection: after a change of the Secret, the result differs.
      const remote = await this.#remotes.get(kubeconfigSecret(connection.cluster), {
        signal,
        labelSelector: labels.clusterName,
      });
      connection.problem = undefined;
      connection.failures = 0;
      if (remote !== connection.remote) await this.#follow(connection, remote, signal);
      connection.firstTriedMs = undefined;
    } catch (error) {
      if (signal.aborted) return;
      connection.problem = describe(error);
      connection.failures += 1;
      connection.remote = undefined;
      if (connection.reportedState === "connected") connection.since = this.#clock.now();
      this.#remotes.onceReachable(kubeconfigSecret(connection.cluster), "workload", () => {
        connection.attemptedAt = undefined;
        this.#notify({ cluster: connection.cluster });
      });
    } finally {
      connection.connecting = false;
    }
    this.#reportState(connection);
  }

  async #follow(connection: Connection, remote: RemoteCluster, signal: AbortSignal): Promise<void> {
    const nodes = remote.cache.informer(Node);
    const nodesByProviderID = nodes.addIndex("providerID", ({ metadata, spec }) =>
      spec?.providerID === undefined || dnsSubdomainProblems(metadata.name).length > 0 ? [] : [spec.providerID],
    );
    connection.coming = remote;
    const stopReporting = remote.onHealthChange(() => {
      this.#reportState(connection);
    });
    try {
      await nodes.waitForSync(signal);
    } finally {
      stopReporting();
      connection.coming = undefined;
    }
    connection.stopListening();
    connection.remote = remote;
    connection.nodes = nodes;
    connection.nodesByProviderID = nodesByProviderID;
    connection.reportedState = undefined;
    const stopEvents = nodes.onEvent((event) => {
      if (event.initial !== true) this.#notify({ cluster: connection.cluster, node: event.object });
    });
    const stopHealth = remote.onHealthChange(() => {
      if (remote.problem !== undefined) connection.since = this.#clock.now();
      // Always reported, so that the Cluster schedules a check for the end of the grace period.
      connection.reportedState = undefined;
      this.#reportState(connection);
    });
    connection.stopListening = () => {
      stopEvents();
      stopHealth();
    };
  }

  #reportState(connection: Connection): void {
    const { state } = this.stateOf(connection.cluster);
    const problem = problemOf(connection);
    if (state === connection.reportedState && problem === connection.reportedProblem) return;
    connection.reportedState = state;
    connection.reportedProblem = problem;
    this.#notify({ cluster: connection.cluster });
  }

  #notify(change: WorkloadChange): void {
    for (const { notify } of this.#listeners) notify(change);
  }
}

function kubeconfigSecret({ name, namespace }: ObjectKey): ObjectKey {
  return { name: clusterSecretName(name, "kubeconfig"), namespace };
}
