import { Cluster, type KubernetesObject, labels, Machine, type ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, type WriteOptions, isNotFound, systemClock } from "@capstan/runtime";
import { networks, referenceTo } from "../builders/test-objects.ts";
import { NotSo } from "../conformance/scene/not-so.ts";
import { PlayedCluster, PlayedConfig, PlayedMachine } from "./played-kinds.ts";

/** An object of any kind, with the fields that cases check. */
export interface AnyObject extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

const pollMs = 50;
/** How long an event must be absent to count as not happening. */
const restMs = 1_500;

/** Lets a case act as a user and as the providers of a Cluster, and observe the core. */
export class PlayedProviders {
  readonly client: Client;
  readonly namespace: string;
  readonly #withinMs: number;

  constructor(client: Client, namespace: string, withinSeconds: number) {
    this.client = client;
    this.namespace = namespace;
    this.#withinMs = withinSeconds * 1_000;
  }

  key(name: string): { readonly name: string; readonly namespace: string } {
    return { name, namespace: this.namespace };
  }

  /** Creates Cluster c1 and the objects that it refers to. */
  async createCluster(spec: Partial<Cluster["spec"]> = {}): Promise<void> {
    await this.client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: this.key("c1"),
      spec: { ...networks, infrastructureRef: referenceTo(PlayedCluster, "c1"), ...spec },
    });
    await this.#create(PlayedCluster, "c1", {});
  }

  /** Creates Cluster c1 with its infrastructure provisioned. */
  async provisionedCluster(): Promise<void> {
    await this.createCluster();
    await this.says(PlayedCluster.kind, "c1", { initialization: { provisioned: true } });
    await this.until("the Cluster's infrastructure is provisioned", async () => {
      const { status } = await this.get(Cluster, "c1");
      return (status?.initialization as Flags | undefined)?.infrastructureProvisioned === true;
    });
  }

  /** Creates Machine m1 and the objects that it refers to. */
  async createMachine(): Promise<void> {
    await this.#create(PlayedConfig, "m1", {});
    await this.#create(PlayedMachine, "m1", {});
    await this.client.create(Machine, {
      apiVersion: apiVersionOf(Machine),
      kind: Machine.kind,
      metadata: { ...this.key("m1"), labels: { [labels.clusterName]: "c1" } },
      spec: {
        clusterName: "c1",
        version: "v1.36.0",
        bootstrap: { configRef: referenceTo(PlayedConfig, "m1") },
        infrastructureRef: referenceTo(PlayedMachine, "m1"),
      },
    });
  }

  /** @throws NotSo it was deleted. */
  async get(kind: ResourceKind, name: string): Promise<AnyObject> {
    const found = await this.find(kind, name);
    return found ?? goneBefore({ kind, name });
  }

  async find(kind: ResourceKind, name: string): Promise<AnyObject | undefined> {
    return this.client.get<AnyObject>(kind, this.key(name)).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  /** Sets fields in the status of an object, as a provider does. @throws NotSo it was deleted. */
  async says(kind: ResourceKind, name: string, status: object): Promise<void> {
    await this.#patch(kind, name, { status }, { subresource: "status" });
  }

  /** @throws NotSo it was deleted. */
  async patch(kind: ResourceKind, name: string, body: object): Promise<void> {
    await this.#patch(kind, name, body, {});
  }

  async delete(kind: ResourceKind, name: string): Promise<void> {
    await this.client.delete(kind, this.key(name));
  }

  /** @throws NotSo it does not happen in time. */
  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const limitMs = systemClock.monotonic() + this.#withinMs;
    while (!(await isSo())) {
      if (systemClock.monotonic() > limitMs) {
        throw new NotSo(`not observed within ${this.#withinMs / 1_000} s: ${what}`);
      }
      await systemClock.sleep(pollMs);
    }
  }

  /** Waits long enough to see that the core does not do something. */
  async rest(): Promise<void> {
    await systemClock.sleep(restMs);
  }

  async #patch(kind: ResourceKind, name: string, body: object, options: WriteOptions) {
    await this.client.patch(kind, this.key(name), { type: "merge", body }, options).catch((error: unknown) => {
      if (isNotFound(error)) goneBefore({ kind, name });
      throw error;
    });
  }

  async #create(
    definition: typeof PlayedCluster | typeof PlayedConfig | typeof PlayedMachine,
    name: string,
    spec: object,
  ): Promise<void> {
    const { client, namespace } = this;
    // Neither owner nor label, because the core must set them.
    await client.create<KubernetesObject>(definition.kind, {
      apiVersion: apiVersionOf(definition.kind),
      kind: definition.kind.kind,
      metadata: { name, namespace },
      ...(Object.keys(spec).length === 0 ? {} : { spec }),
    });
  }
}

/** @throws NotSo that it was deleted too early. */
function goneBefore({ kind, name }: { readonly kind: ResourceKind; readonly name: string }): never {
  throw new NotSo(`${kind.kind} ${name} is deleted`);
}

type Flags = Readonly<Record<string, unknown>>;
