import { Cluster, IPAddress, IPAddressClaim, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { isNotFound } from "@capstan/runtime";
import { namespace, networks } from "../../builders/test-objects.ts";
import type { TestEnvironment } from "../../environment/test-environment.ts";
import { must } from "../scene/not-so.ts";
import type { PoolUnderTest } from "./pool-under-test.ts";

/** The name of the pool, the claim and the Cluster of a scene. */
export const objectName = "c1";

/** A claim as a case creates it. */
export interface ClaimChoices {
  readonly clusterName?: string;
  readonly labels?: Record<string, string>;
  /** Default: the kind under test. */
  readonly poolKind?: string;
}

/** A management cluster with one pool of the kind under test; the suite acts as core and as infrastructure provider. */
export class PoolScene {
  readonly subject: PoolUnderTest;
  readonly env: TestEnvironment;

  constructor(subject: PoolUnderTest, env: TestEnvironment) {
    this.subject = subject;
    this.env = env;
  }

  get kind(): ResourceKind {
    return this.subject.definition.kind;
  }

  async createPool(metadata: object = {}): Promise<KubernetesObject> {
    const { group, version, kind, namespaced } = this.kind;
    const pool = {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: objectName, ...(namespaced ? { namespace } : {}), ...metadata },
      spec: this.subject.spec,
    };
    return this.env.client.create<KubernetesObject>(this.kind, pool);
  }

  getPool(): Promise<KubernetesObject> {
    return this.env.client.get(this.kind, this.#poolKey());
  }

  async patchPool(body: object): Promise<void> {
    await this.env.client.patch(this.kind, this.#poolKey(), { type: "merge", body });
  }

  async createClaim(name = objectName, choices: ClaimChoices = {}): Promise<IPAddressClaim> {
    const { clusterName, labels = {}, poolKind = this.kind.kind } = choices;
    return this.env.client.create(IPAddressClaim, {
      apiVersion: apiVersionOf(IPAddressClaim),
      kind: IPAddressClaim.kind,
      metadata: { name, namespace, labels },
      spec: {
        poolRef: { apiGroup: this.kind.group, kind: poolKind, name: objectName },
        ...(clusterName === undefined ? {} : { clusterName }),
      },
    });
  }

  async createCluster(paused: boolean): Promise<Cluster> {
    return this.env.client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: { name: objectName, namespace },
      spec: { ...networks, paused },
    });
  }

  async pauseCluster(paused: boolean): Promise<void> {
    const patch = { type: "merge", body: { spec: { paused } } } as const;
    await this.env.client.patch(Cluster, { name: objectName, namespace }, patch);
    await this.env.settled();
  }

  /** A served claim, with its address. */
  async served(name = objectName, choices: ClaimChoices = {}): Promise<{ claim: IPAddressClaim; address: IPAddress }> {
    await this.createClaim(name, choices);
    await this.env.settled();
    return this.mustBeServed(name);
  }

  async mustBeServed(name = objectName): Promise<{ claim: IPAddressClaim; address: IPAddress }> {
    const claim = await this.env.client.get(IPAddressClaim, { name, namespace });
    const { name: addressName } = claim.status?.addressRef ?? {};
    must(addressName !== undefined, `its status is ${JSON.stringify(claim.status ?? {})}, without addressRef`);
    const address = await this.addressNamed(addressName);
    must(address !== undefined, `its addressRef names IPAddress ${addressName}, which does not exist`);
    return { claim, address };
  }

  /** The claim has neither an address nor a finalizer. */
  async mustBeUntouched(name = objectName): Promise<void> {
    const { metadata, status } = await this.env.client.get(IPAddressClaim, { name, namespace });
    must((metadata.finalizers ?? []).length === 0, `its finalizers are ${JSON.stringify(metadata.finalizers)}`);
    must(status?.addressRef === undefined, `its addressRef is ${JSON.stringify(status?.addressRef)}`);
    must((await this.addressNamed(name)) === undefined, `an IPAddress ${name} exists`);
  }

  async addressNamed(name: string): Promise<IPAddress | undefined> {
    return this.env.client.get(IPAddress, { name, namespace }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  async deleteClaim(name = objectName): Promise<void> {
    await this.env.client.delete(IPAddressClaim, { name, namespace });
    await this.env.settled();
    await this.env.clock.advance({ seconds: 30 });
  }

  async claims(): Promise<readonly IPAddressClaim[]> {
    return (await this.env.client.list(IPAddressClaim, { namespace })).items;
  }

  #poolKey() {
    return { name: objectName, ...(this.kind.namespaced ? { namespace } : {}) };
  }
}
