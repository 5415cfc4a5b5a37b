import { patienceMs } from "../patience.ts";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type Condition,
  getCondition,
  type KubernetesObject,
  Machine,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Cache, type Client, createClient, Node, Secret, systemClock } from "@capstan/runtime";

/** An object of any kind, with the fields that scenarios read. */
export type AnyObject = KubernetesObject & { spec?: object; status?: { conditions?: Condition[] } };

/** An event of a kind's watch. */
export interface Seen {
  readonly type: "added" | "updated" | "deleted";
  readonly kind: string;
  readonly name: string;
  readonly object: AnyObject;
}

/** The kinds of a Machine, its Cluster and the reference providers, and the kinds that these store. */
export const sceneKinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  KubeadmConfig.kind,
  MockCluster.kind,
  MockMachine.kind,
  Secret,
];

/** One namespace, watched from its beginning. */
export class Scene implements AsyncDisposable {
  readonly client: Client;
  readonly namespace: string;
  /** All events of the namespace's objects, in order within a kind. */
  readonly history: Seen[] = [];
  /** A scene in which no object changes for this long has come to rest, on any machine, in milliseconds. */
  quietMs = 120_000;
  readonly #watched: readonly ResourceKind[];
  readonly #cache: Cache;
  readonly #listeners = new Set<(seen: Seen) => void>();
  readonly #workloads: Client[] = [];

  private constructor(client: Client, namespace: string, watched: readonly ResourceKind[]) {
    this.client = client;
    this.namespace = namespace;
    this.#watched = watched;
    this.#cache = new Cache({ client, namespaces: [namespace] });
  }

  /** @param watched - the kinds that the scenario observes; those of the reference providers by default. */
  static async open(client: Client, namespace: string, watched = sceneKinds): Promise<Scene> {
    const scene = new Scene(client, namespace, watched);
    const informers = watched.map((kind) => scene.#cache.informer(kind));
    scene.#cache.start();
    await Promise.all(informers.map((informer) => informer.waitForSync(AbortSignal.timeout(patienceMs))));
    for (const informer of informers) {
      informer.onEvent(({ type, object }) => {
        const { name } = object.metadata;
        const seen = { type, kind: informer.kind.kind, name, object: object as AnyObject };
        scene.history.push(seen);
        for (const listener of scene.#listeners) listener(seen);
      });
    }
    return scene;
  }

  /** Calls `listener` for every later event. */
  onChange(listener: (seen: Seen) => void): void {
    this.#listeners.add(listener);
  }

  /** Creates the objects in the namespace, one after the other; they are found immediately. */
  async create(...objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) {
      const metadata = { ...object.metadata, namespace: this.namespace };
      const kind = this.#kindOf(object);
      this.#cache.observe(kind, await this.client.create(kind, { ...object, metadata }));
    }
  }

  list<T extends KubernetesObject>(kind: ResourceKind<T>): T[] {
    return this.#cache.informer(kind).list() as unknown as T[];
  }

  find(kind: ResourceKind, name: string): AnyObject | undefined {
    return this.#cache.informer(kind).get(this.key(name)) as AnyObject | undefined;
  }

  /** @throws Error there is no such Machine. */
  machine(name: string): Machine {
    const machine = this.#cache.informer(Machine).get(this.key(name));
    if (machine === undefined) throw new Error(`Machine ${name} does not exist.`);
    return machine as Machine;
  }

  findSecret(name: string): Secret | undefined {
    return this.list<Secret>(Secret).find(({ metadata }) => metadata.name === name);
  }

  /** @throws Error there is no such Secret. */
  secret(name: string): Secret {
    const secret = this.findSecret(name);
    if (secret === undefined) throw new Error(`Secret ${name} does not exist.`);
    return secret;
  }

  condition(kind: ResourceKind, name: string, type: string): Condition | undefined {
    const object = this.find(kind, name);
    return object === undefined ? undefined : getCondition(object, type);
  }

  key(name: string): { name: string; namespace: string } {
    return { name, namespace: this.namespace };
  }

  /** The phases of a Machine, one entry each time it entered one. */
  phases(name: string): string[] {
    const all = this.history
      .filter((seen) => seen.kind === "Machine" && seen.name === name)
      .map((seen) => (seen.object as Machine).status?.phase ?? "");
    return all.filter((phase, index) => phase !== "" && phase !== all[index - 1]);
  }

  /**
   * Resolves with the result of `fact` as soon as that is neither undefined nor false; looks at every change.
   *
   * @throws Error nothing has changed for {@link Scene.quietMs}.
   */
  async until<T>(what: string, fact: () => T | undefined | false): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const done = new AbortController();
    let changedMs = systemClock.monotonic();
    const quiet = async (): Promise<never> => {
      for (let leftMs = this.quietMs; leftMs > 0; leftMs = changedMs + this.quietMs - systemClock.monotonic()) {
        await systemClock.sleep(leftMs, done.signal);
      }
      throw new Error(`Nothing has changed for ${this.quietMs / 1_000} s, but not yet: ${what}.\n${this.#summary()}`);
    };
    const look = (): void => {
      changedMs = systemClock.monotonic();
      const value = fact();
      if (value !== undefined && value !== false) resolve(value);
    };
    this.#listeners.add(look);
    try {
      look();
      return await Promise.race([promise, quiet()]);
    } finally {
      done.abort();
      this.#listeners.delete(look);
    }
  }

  /** Resolves when all of these Machines are Running. */
  async running(...names: readonly string[]): Promise<void> {
    await this.until(`${names.join(", ")} Running`, () =>
      names.every((name) => (this.find(Machine, name) as Machine | undefined)?.status?.phase === "Running"),
    );
  }

  /** Resolves with the condition once it has this reason. */
  async reports(kind: ResourceKind, name: string, type: string, reason: string): Promise<Condition> {
    return this.until(`${kind.kind}/${name} ${type}=${reason}`, () => {
      const condition = this.condition(kind, name, type);
      return condition?.reason === reason ? condition : undefined;
    });
  }

  /** A client of the workload cluster, with the kubeconfig from its Secret. */
  async workload(cluster: string): Promise<Client> {
    const secret = await this.until(
      `kubeconfig of ${cluster}`,
      () => this.find(Secret, `${cluster}-kubeconfig`) as Secret,
    );
    const client = createClient({ kubeconfig: decoded(secret, "value"), userAgent: "test" });
    this.#workloads.push(client);
    return client;
  }

  /** The Nodes of a workload cluster, whose API server may still be recovering. */
  async nodes(cluster: string): Promise<readonly Node[]> {
    const cache = new Cache({ client: await this.workload(cluster) });
    cache.start();
    try {
      const informer = cache.informer(Node);
      await informer.waitForSync(AbortSignal.timeout(patienceMs));
      return informer.list() as unknown as Node[];
    } finally {
      await cache.stop();
    }
  }

  #summary(): string {
    return this.#watched
      .filter((kind) => kind !== Secret)
      .flatMap((kind) => this.list(kind))
      .map((object) => {
        const conditions = ((object as AnyObject).status?.conditions ?? [])
          .filter(({ status }) => status !== "True")
          .map(({ type, reason, message }) => `${type}=${reason} (${message})`);
        return `${object.kind}/${object.metadata.name} ${(object as Machine).status?.phase ?? ""} ${conditions.join(", ")}`;
      })
      .join("\n");
  }

  #kindOf(object: KubernetesObject): ResourceKind {
    const found = this.#watched.find(({ kind }) => kind === object.kind);
    if (found === undefined) throw new Error(`The scenario does not watch the kind ${object.kind}.`);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cache.stop();
    await Promise.all(this.#workloads.map((client) => client.close()));
  }
}

/** A value of a Secret as a string; empty if it is missing. */
export function decoded(secret: Secret, key: string): string {
  return Buffer.from(secret.data?.[key] ?? "", "base64").toString("utf8");
}
