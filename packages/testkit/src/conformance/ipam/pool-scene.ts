import { Cluster, IPAddress, IPAddressClaim, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { isNotFound } from "@capstan/runtime";
import { networks } from "../../builders/test-objects.ts";
import { must } from "../scene/not-so.ts";
import type { World } from "../scene/world.ts";

/** The name of the pool, the claim and the Cluster of a scene. */
export const objectName = "c1";

/** A claim as a case creates it. */
export interface ClaimChoices {
  readonly clusterName?: string;
  readonly labels?: Record<string, string>;
  /** Default: the kind under test. */
  readonly poolKind?: string;
}

/** A kind of pools, and `spec` of a pool with exactly one address. */
export interface PoolSubject {
  readonly kind: ResourceKind;
  readonly spec: unknown;
}

/** The world of a scene: the provider runs in this process or in another. */
export type PoolWorld = Pick<World, "client" | "namespace" | "settled" | "until">;

/** How long a provider may take to serve or release a claim, in seconds. */
const patienceSeconds = 30;

/** A management cluster with one pool of the kind under test; the suite acts as core and as infrastructure provider. */
export class PoolScene {
  readonly #subject: PoolSubject;
  readonly #world: PoolWorld;

  constructor(subject: PoolSubject, world: PoolWorld) {
    this.#subject = subject;
    this.#world = world;
  }

  get kind(): ResourceKind {
    return this.#subject.kind;
  }

  /** An administrator's client. */
  get client(): World["client"] {
    return this.#world.client;
  }

  /** The namespace of all objects. */
  get namespace(): string {
    return this.#world.namespace;
  }

  settled(): Promise<void> {
    return this.#world.settled();
  }

  async createPool(metadata: object = {}): Promise<KubernetesObject> {
    const { group, version, kind, namespaced } = this.kind;
    const pool = {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: objectName, ...(namespaced ? { namespace: this.namespace } : {}), ...metadata },
      spec: this.#subject.spec,
    };
    return this.client.create<KubernetesObject>(this.kind, pool);
  }

  getPool(): Promise<KubernetesObject> {
    return this.client.get(this.kind, this.#poolKey());
  }

  async patchPool(body: object): Promise<void> {
    await this.client.patch(this.kind, this.#poolKey(), { type: "merge", body });
  }

  async createClaim(name = objectName, choices: ClaimChoices = {}): Promise<IPAddressClaim> {
    const { clusterName, labels = {}, poolKind = this.kind.kind } = choices;
    return this.client.create(IPAddressClaim, {
      apiVersion: apiVersionOf(IPAddressClaim),
      kind: IPAddressClaim.kind,
      metadata: { name, namespace: this.namespace, labels },
      spec: {
        poolRef: { apiGroup: this.kind.group, kind: poolKind, name: objectName },
        ...(clusterName === undefined ? {} : { clusterName }),
      },
    });
  }

  async createCluster(paused: boolean): Promise<Cluster> {
    return this.client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: { name: objectName, namespace: this.namespace },
      spec: { ...networks, paused },
    });
  }

  async pauseCluster(paused: boolean): Promise<void> {
    const patch = { type: "merge", body: { spec: { paused } } } as const;
    await this.client.patch(Cluster, { name: objectName, namespace: this.namespace }, patch);
    await this.settled();
  }

  /** A served claim, with its address. */
  async served(name = objectName, choices: ClaimChoices = {}): Promise<{ claim: IPAddressClaim; address: IPAddress }> {
    await this.createClaim(name, choices);
    await this.settled();
    return this.mustBeServed(name);
  }

  async mustBeServed(name = objectName): Promise<{ claim: IPAddressClaim; address: IPAddress }> {
    await this.#world.until(async () => (await this.#claim(name)).status?.addressRef !== undefined, patienceSeconds);
    const claim = await this.#claim(name);
    const { name: addressName } = claim.status?.addressRef ?? {};
    must(addressName !== undefined, `its status is ${JSON.stringify(claim.status ?? {})}, without addressRef`);
    const address = await this.addressNamed(addressName);
    must(address !== undefined, `its addressRef names IPAddress ${addressName}, which does not exist`);
    return { claim, address };
  }

  /** The claim has neither an address nor a finalizer. */
  async mustBeUntouched(name = objectName): Promise<void> {
    const { metadata, status } = await this.client.get(IPAddressClaim, { name, namespace: this.namespace });
    must((metadata.finalizers ?? []).length === 0, `its finalizers are ${JSON.stringify(metadata.finalizers)}`);
    must(status?.addressRef === undefined, `its addressRef is ${JSON.stringify(status?.addressRef)}`);
    must((await this.addressNamed(name)) === undefined, `an IPAddress ${name} exists`);
  }

  async addressNamed(name: string): Promise<IPAddress | undefined> {
    return this.client.get(IPAddress, { name, namespace: this.namespace }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  async deleteClaim(name = objectName): Promise<void> {
    await this.client.delete(IPAddressClaim, { name, namespace: this.namespace });
    await this.settled();
    await this.#world.until(
      async () => (await this.claims()).every((claim) => claim.metadata.name !== name),
      patienceSeconds,
    );
  }

  async claims(): Promise<readonly IPAddressClaim[]> {
    return (await this.client.list(IPAddressClaim, { namespace: this.namespace })).items;
  }

  #claim(name: string): Promise<IPAddressClaim> {
    return this.client.get(IPAddressClaim, { name, namespace: this.namespace });
  }

  #poolKey() {
    return { name: objectName, ...(this.kind.namespaced ? { namespace: this.namespace } : {}) };
  }
}
