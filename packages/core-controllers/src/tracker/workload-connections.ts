import { clusterSecretName, type DeepReadonly, labels, type ObjectKey } from "@capstan/contract";
import {
  type Clock,
  type Informer,
  isNotFound,
  Node,
  type RemoteCluster,
  type RemoteClusters,
  type Request,
  type Source,
} from "@capstan/runtime";
import { type ObservedNode } from "./observed-node.ts";
import { type WorkloadState } from "./workload-state.ts";

/** Options of {@link WorkloadConnections}. */
export interface WorkloadConnectionsOptions {
  readonly remotes: RemoteClusters;
  readonly clock: Clock;
  /** How long what was known last still stands when a workload cluster stops answering. Default 300,000. */
  readonly graceMs?: number;
  /** Between the first two attempts to connect; doubles up to a minute. Default 10,000. */
  readonly retryMs?: number;
}

/** Something that changed about a workload cluster: one of its Nodes, or how it is reached. */
export interface WorkloadChange {
  readonly cluster: ObjectKey;
  /** `undefined`: the connection itself. */
  readonly node?: DeepReadonly<Node>;
}

interface Connection {
  readonly cluster: ObjectKey;
  /** When it last was all right, or the first attempt began. */
  since: number;
  kubeconfigVersion: string;
  retryAt: number;
  failures: number;
  connecting: boolean;
  problem: string | undefined;
  remote: RemoteCluster | undefined;
  nodes: Informer<Node> | undefined;
  stopListening: () => void;
  /** State that was last told of; `undefined` forces the next one to be. */
  told: WorkloadState["state"] | undefined;
}

interface Listener {
  readonly tell: (change: WorkloadChange) => void;
  readonly track: (work: Promise<unknown>) => void;
}

const byProviderID = "providerID";
const longestRetryMs = 60_000;
const notYet = "Remote connection not established yet";

/**
 * The connections to the workload clusters, one each, through the Secret `<cluster>-kubeconfig`: a client and what is
 * known of the Nodes. Nothing here waits; whoever asks too early is told of the change through {@link onChange}.
 */
export class WorkloadConnections {
  readonly #remotes: RemoteClusters;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #retryMs: number;
  readonly #connections = new Map<string, Connection>();
  readonly #listeners = new Set<Listener>();

  constructor(options: WorkloadConnectionsOptions) {
    this.#remotes = options.remotes;
    this.#clock = options.clock;
    this.#graceMs = options.graceMs ?? 5 * 60_000;
    this.#retryMs = options.retryMs ?? 10_000;
  }

  /** A source of requests: `map` is asked at every change of a Node, and whenever a connection is made or lost. */
  source(name: string, map: (change: WorkloadChange) => readonly Request[]): Source {
    return {
      key: `workload:${name}`,
      start: (context) => {
        const listener: Listener = {
          tell: (change) => {
            for (const request of map(change)) context.enqueue(request);
          },
          track: (work) => {
            context.track(work);
          },
        };
        this.#listeners.add(listener);
        return { ready: Promise.resolve(), stop: () => this.#listeners.delete(listener) };
      },
    };
  }

  /**
   * Connects where there is no connection and looks after the one there is, also when the kubeconfig was replaced.
   *
   * @param kubeconfigVersion - resourceVersion of the Secret: a new one is tried at once.
   * @param signal - ends an attempt in progress.
   */
  check(cluster: ObjectKey, kubeconfigVersion: string, signal: AbortSignal): WorkloadState {
    const connection = this.#connectionOf(cluster);
    if (connection.kubeconfigVersion !== kubeconfigVersion) {
      connection.kubeconfigVersion = kubeconfigVersion;
      connection.retryAt = 0;
    }
    if (!connection.connecting && connection.retryAt <= this.#clock.now()) {
      const attempt = this.#connect(connection, signal);
      for (const { track } of this.#listeners) track(attempt);
    }
    const state = this.stateOf(cluster);
    this.#tellOf(connection);
    return state;
  }

  /** Whether the workload cluster answers, without doing anything about it. */
  stateOf(cluster: ObjectKey): WorkloadState {
    const connection = this.#connections.get(keyOf(cluster));
    if (connection === undefined) return { state: "connecting", message: notYet };
    const problem = connection.problem ?? connection.nodes?.problem?.message;
    if (connection.nodes?.synced === true && problem === undefined) {
      connection.since = this.#clock.now();
      return { state: "connected" };
    }
    const message = problem === undefined ? notYet : `Remote connection failed: ${problem}`;
    const lost = this.#clock.now() - connection.since > this.#graceMs;
    return { state: lost ? "unreachable" : "connecting", message };
  }

  /** The Node with this providerID, as far as the workload cluster can be asked. */
  nodeOf(cluster: ObjectKey, providerID: string): ObservedNode {
    const state = this.stateOf(cluster);
    if (state.state === "unreachable") return state;
    const nodes = this.#connections.get(keyOf(cluster))?.nodes;
    if (nodes?.synced !== true)
      return { state: "connecting", message: state.state === "connecting" ? state.message : "" };
    const [node, ...others] = nodes.byIndex(byProviderID, providerID);
    if (node === undefined) return { state: "absent" };
    if (others.length === 0) return { state: "found", node };
    return { state: "ambiguous", names: [node, ...others].map(({ metadata }) => metadata.name).sort() };
  }

  /**
   * Patches a Node; the answer is what {@link nodeOf} says from now on.
   *
   * @throws ApiError - among others NotFound, and Conflict where the patch carries an old resourceVersion.
   */
  async patchNode(cluster: ObjectKey, name: string, body: unknown, signal: AbortSignal): Promise<ObservedNode> {
    const remote = this.#connections.get(keyOf(cluster))?.remote;
    if (remote === undefined) return { state: "connecting", message: notYet };
    const node = await remote.client.patch(Node, { name }, { type: "merge", body }, { signal });
    remote.cache.observe(Node, node);
    return { state: "found", node };
  }

  /** Deletes a Node; one that is gone already is fine. */
  async deleteNode(cluster: ObjectKey, name: string, signal: AbortSignal): Promise<ObservedNode> {
    const remote = this.#connections.get(keyOf(cluster))?.remote;
    if (remote === undefined) return { state: "connecting", message: notYet };
    try {
      await remote.client.delete(Node, { name }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return { state: "absent" };
  }

  /** Ends the connection. */
  forget(cluster: ObjectKey): void {
    const key = keyOf(cluster);
    this.#connections.get(key)?.stopListening();
    if (this.#connections.delete(key)) this.#remotes.forget(kubeconfigSecret(cluster));
  }

  #connectionOf(cluster: ObjectKey): Connection {
    const key = keyOf(cluster);
    const present = this.#connections.get(key);
    if (present !== undefined) return present;
    const connection: Connection = {
      cluster,
      since: this.#clock.now(),
      kubeconfigVersion: "",
      retryAt: 0,
      failures: 0,
      connecting: false,
      problem: undefined,
      remote: undefined,
      nodes: undefined,
      stopListening: () => undefined,
      told: "connecting",
    };
    this.#connections.set(key, connection);
    return connection;
  }

  async #connect(connection: Connection, signal: AbortSignal): Promise<void> {
    connection.connecting = true;
    try {
      // Asked again although there is a connection: after a change of the Secret the answer is another one.
      const remote = await this.#remotes.get(kubeconfigSecret(connection.cluster), {
        signal,
        labelSelector: labels.clusterName,
      });
      connection.problem = undefined;
      connection.failures = 0;
      if (remote !== connection.remote) await this.#follow(connection, remote, signal);
    } catch (error) {
      if (signal.aborted) return;
      connection.problem = describe(error);
      connection.failures += 1;
      const delay = Math.min(this.#retryMs * 2 ** (connection.failures - 1), longestRetryMs);
      connection.retryAt = this.#clock.now() + delay;
    } finally {
      connection.connecting = false;
    }
    this.#tellOf(connection);
  }

  async #follow(connection: Connection, remote: RemoteCluster, signal: AbortSignal): Promise<void> {
    const nodes = remote.cache.informer(Node);
    nodes.addIndex(byProviderID, ({ spec }) => (spec?.providerID === undefined ? [] : [spec.providerID]));
    await nodes.waitForSync(signal);
    connection.stopListening();
    connection.remote = remote;
    connection.nodes = nodes;
    connection.told = undefined;
    connection.stopListening = nodes.onEvent((event) => {
      if (event.initial !== true) this.#tell({ cluster: connection.cluster, node: event.object });
    });
  }

  #tellOf(connection: Connection): void {
    const { state } = this.stateOf(connection.cluster);
    if (state === connection.told) return;
    connection.told = state;
    this.#tell({ cluster: connection.cluster });
  }

  #tell(change: WorkloadChange): void {
    for (const { tell } of this.#listeners) tell(change);
  }
}

/** What went wrong and, where one is known, why. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function kubeconfigSecret({ name, namespace }: ObjectKey): ObjectKey {
  return { name: clusterSecretName(name, "kubeconfig"), ...(namespace === undefined ? {} : { namespace }) };
}

function keyOf({ name, namespace }: ObjectKey): string {
  return `${namespace ?? ""}/${name}`;
}
