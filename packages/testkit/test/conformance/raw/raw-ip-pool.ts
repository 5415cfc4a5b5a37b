import {
  annotations,
  Cluster,
  IPAddress,
  IPAddressClaim,
  type KubernetesObject,
  labels,
  type OwnerReference,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { defineIPPool, type ProviderController, Type } from "@capstan/provider";
import {
  Controller,
  createRequest,
  enqueueMapped,
  forKind,
  isAlreadyExists,
  isNotFound,
  type Manager,
  type Request,
  Result,
} from "@capstan/runtime";

/** Pools of one address. */
export const RawIPPool = defineIPPool({
  kind: "RawIPPool",
  versions: { v1: { spec: Type.Object({ address: Type.String() }) } },
});

const claimFinalizer = "ipam.cluster.x-k8s.io/raw-claim";
const addressFinalizer = "ipam.cluster.x-k8s.io/raw-address";

/** A hand-written IPAM provider that keeps the contract; faulty providers override one of its methods. */
export class RawIPPoolProvider implements ProviderController {
  readonly definition = RawIPPool;
  protected manager!: Manager;

  setup(manager: Manager): void {
    this.manager = manager;
    manager.add(
      new Controller({
        name: "raw-claims",
        reconciler: { reconcile: (request) => this.#reconcile(request) },
        sources: [
          forKind(IPAddressClaim),
          enqueueMapped(IPAddress, ({ metadata }) => [createRequest(metadata.name, metadata.namespace)], {
            name: "raw",
          }),
          enqueueMapped(RawIPPool.kind, () => this.#allClaims(), { name: "raw" }),
          enqueueMapped(Cluster, () => this.#allClaims(), { name: "raw" }),
        ],
      }),
    );
    manager.add(
      new Controller({
        name: "raw-pools",
        reconciler: {
          reconcile: async (request) => {
            const pool = await manager.cache.get(RawIPPool.kind, request);
            if (pool !== undefined) await this.labelPool(pool as unknown as KubernetesObject);
            return Result.awaitChange();
          },
        },
        sources: [forKind(RawIPPool.kind)],
      }),
    );
  }

  async #allClaims(): Promise<Request[]> {
    const claims = await this.manager.cache.list(IPAddressClaim, { allNamespaces: true });
    return claims.map(({ metadata }) => createRequest(metadata.name, metadata.namespace));
  }

  async #reconcile(request: Request): Promise<Result> {
    const claim = (await this.manager.cache.get(IPAddressClaim, request)) as IPAddressClaim | undefined;
    if (claim === undefined || !this.isOwn(claim)) return Result.awaitChange();
    const isDeleted = claim.metadata.deletionTimestamp !== undefined;
    if (!(await this.mayStart(claim, isDeleted))) return Result.awaitChange();
    await (isDeleted ? this.remove(claim) : this.#serve(claim));
    return Result.awaitChange();
  }

  async #serve(claim: IPAddressClaim): Promise<void> {
    const { name } = claim.spec.poolRef;
    const { namespace = "" } = claim.metadata;
    const pool = await this.manager.cache.get(RawIPPool.kind, { name, namespace });
    if (pool === undefined) return;
    if (!(claim.metadata.finalizers ?? []).includes(claimFinalizer)) {
      await this.patch(claim, { metadata: { finalizers: [...(claim.metadata.finalizers ?? []), claimFinalizer] } });
    }
    const address = await this.addressOf(claim, pool as KubernetesObject & { spec: { address: string } });
    if (address === undefined) return;
    await this.report(claim, address.metadata.name);
  }

  protected isOwn({ spec: { poolRef } }: IPAddressClaim): boolean {
    return poolRef.apiGroup === RawIPPool.kind.group && poolRef.kind === RawIPPool.kind.kind;
  }

  protected clusterNameOf({ spec, metadata }: IPAddressClaim): string | undefined {
    return spec.clusterName ?? metadata.labels?.[labels.clusterName];
  }

  protected async mayStart(claim: IPAddressClaim, isDeleted: boolean): Promise<boolean> {
    const name = this.clusterNameOf(claim);
    if (name === undefined) return true;
    const { namespace = "" } = claim.metadata;
    const cluster = await this.manager.cache.get(Cluster, { name, namespace });
    if (cluster === undefined) return isDeleted;
    return cluster.spec.paused !== true && cluster.metadata.annotations?.[annotations.paused] === undefined;
  }

  /** The claim's own address, created if that of the pool is free. */
  protected async addressOf(
    claim: IPAddressClaim,
    pool: KubernetesObject & { spec: { address: string } },
  ): Promise<IPAddress | undefined> {
    const { namespace = "" } = claim.metadata;
    const all = (await this.manager.cache.list(IPAddress, { namespace })) as readonly IPAddress[];
    const own = all.find((address) => this.isAddressOf(address, claim));
    if (own === undefined) {
      return this.mayUse(pool.spec.address, all) ? this.#create(claim, pool) : undefined;
    }
    const ownerReferences = this.ownersOf(claim, pool);
    if (!ownerReferences.every(({ uid }) => own.metadata.ownerReferences?.some((owner) => owner.uid === uid))) {
      await this.manager.client.patch(
        IPAddress,
        { name: own.metadata.name, namespace },
        {
          type: "merge",
          body: { metadata: { ownerReferences } },
        },
      );
    }
    return own;
  }

  protected isAddressOf(address: IPAddress, claim: IPAddressClaim): boolean {
    return address.spec.claimRef.name === claim.metadata.name;
  }

  protected mayUse(address: string, all: readonly IPAddress[]): boolean {
    return all.every(({ spec }) => spec.address !== address);
  }

  async #create(claim: IPAddressClaim, pool: KubernetesObject & { spec: { address: string } }): Promise<IPAddress> {
    const { namespace = "" } = claim.metadata;
    const object: IPAddress = {
      apiVersion: apiVersionOf(IPAddress),
      kind: IPAddress.kind,
      metadata: {
        name: this.addressName(claim),
        namespace,
        ownerReferences: this.ownersOf(claim, pool),
        finalizers: this.addressFinalizers(),
      },
      spec: {
        address: pool.spec.address,
        prefix: 24,
        claimRef: { name: claim.metadata.name },
        poolRef: claim.spec.poolRef,
      },
    };
    return this.manager.client.create(IPAddress, object).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
      return this.manager.client.get(IPAddress, { name: object.metadata.name, namespace });
    });
  }

  protected addressName(claim: IPAddressClaim): string {
    return claim.metadata.name;
  }

  protected addressFinalizers(): string[] {
    return [addressFinalizer];
  }

  protected ownersOf(claim: IPAddressClaim, pool: KubernetesObject): OwnerReference[] {
    return [ownerReference(claim, true), ownerReference(pool, false)];
  }

  protected async report(claim: IPAddressClaim, name: string): Promise<void> {
    if (claim.status?.addressRef?.name === name) return;
    const { namespace = "", uid } = claim.metadata;
    const body = { metadata: { uid }, status: { addressRef: { name } } };
    const key = { name: claim.metadata.name, namespace };
    await this.manager.client.patch(IPAddressClaim, key, { type: "merge", body }, { subresource: "status" });
  }

  protected async remove(claim: IPAddressClaim): Promise<void> {
    await this.removeAddress(claim);
    if (this.dropsFinalizer()) await this.patch(claim, { metadata: { finalizers: null } });
  }

  protected dropsFinalizer(): boolean {
    return true;
  }

  protected async removeAddress(claim: IPAddressClaim): Promise<void> {
    const key = { name: this.addressName(claim), namespace: claim.metadata.namespace ?? "" };
    const ignoreMissing = (error: unknown) => {
      if (!isNotFound(error)) throw error;
    };
    const body = { metadata: { finalizers: null } };
    await this.manager.client.patch(IPAddress, key, { type: "merge", body }).catch(ignoreMissing);
    await this.manager.client.delete(IPAddress, key).catch(ignoreMissing);
  }

  protected async labelPool(pool: KubernetesObject): Promise<void> {
    const owner = pool.metadata.ownerReferences?.find(({ kind }) => kind === Cluster.kind);
    if (owner === undefined || pool.metadata.labels?.[labels.clusterName] !== undefined) return;
    const key = { name: pool.metadata.name, namespace: pool.metadata.namespace ?? "" };
    const body = { metadata: { labels: { [labels.clusterName]: owner.name } } };
    await this.manager.client.patch(RawIPPool.kind, key, { type: "merge", body });
  }

  protected async patch({ metadata: { name, namespace = "" } }: IPAddressClaim, body: object): Promise<void> {
    await this.manager.client
      .patch(IPAddressClaim, { name, namespace }, { type: "merge", body })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
  }
}

function ownerReference({ apiVersion, kind, metadata }: KubernetesObject, controller: boolean): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller, blockOwnerDeletion: true };
}
