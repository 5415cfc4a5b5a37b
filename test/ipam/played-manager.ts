import {
  type KubernetesObject,
  finalizers,
  IPAddressClaim,
  type ObjectKey,
  type ResourceKind,
} from "@capstan/contract";
import { isCapstanError } from "@capstan/kube";
import type { Client, Manager } from "@capstan/runtime";
import { GlobalInClusterIPPool } from "../../examples/ipam-in-cluster/src/api/definitions.ts";
import { InClusterPoolReconciler } from "../../examples/ipam-in-cluster/src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";
import { ClaimBehavior } from "../../packages/provider/src/kinds/ip-pool/claim-behavior.ts";
import { PoolAddresses } from "../../packages/provider/src/kinds/ip-pool/pool-addresses.ts";
import { deletionFinding } from "../../packages/provider/src/finding/finding-of.ts";
import { plainKind } from "../../packages/provider/src/lifecycle/plain-kind.ts";
import { allocationViolations } from "../../packages/provider/src/kinds/ip-pool/outcome.ts";
import { SecretStrings } from "../../packages/provider/src/reporting/secret-strings.ts";
import type { Visit } from "../../packages/provider/src/visit/visit.ts";
import type { ClaimOwners } from "../../packages/provider/src/kinds/ip-pool/claim-owners.ts";
import { LateCache } from "./late-cache.ts";
import type { SharedStore } from "./shared-store.ts";
import type { Turns } from "./turns.ts";

const definition = GlobalInClusterIPPool;

/** One manager with the reconciler of the example: what its lifecycle does with claims, on a store that takes turns. */
export class PlayedManager {
  readonly name: string;
  readonly cache: LateCache;
  readonly #client: Client;
  readonly #behavior: ClaimBehavior<typeof definition>;
  readonly #manager: Manager;
  readonly #busy = new Set<string>();

  constructor(name: string, store: SharedStore, turns: Turns) {
    this.name = name;
    this.cache = new LateCache(store);
    this.#client = writingThrough(store.client(name, turns), this.cache);
    // What waits for a moment goes on at the next reconcile.
    let monotonicMs = 0;
    const monotonic = () => (monotonicMs += 1_000);
    const clock = { now: () => Date.parse("2026-01-02T00:00:00Z"), monotonic };
    this.#manager = { client: this.#client, cache: this.cache.asCache(), clock } as unknown as Manager;
    const managed = plainKind({
      kind: IPAddressClaim,
      finalizer: finalizers.releaseAddress,
      uses: [],
      success: "allocated",
      violationsOf: allocationViolations,
    });
    const addresses = new PoolAddresses(this.#manager, definition.kind);
    this.#behavior = new ClaimBehavior(new InClusterPoolReconciler(definition), managed, addresses);
  }

  /** Reconciles a claim as the cache shows it, unless it is being reconciled; what it throws is retried by later calls. */
  async reconcile(name: string): Promise<void> {
    if (this.#busy.has(name)) return;
    this.#busy.add(name);
    try {
      await this.#visit(name);
    } catch (error) {
      if (!isCapstanError(error)) throw error;
    } finally {
      this.#busy.delete(name);
    }
  }

  async #visit(name: string): Promise<void> {
    const key = { name };
    const claim = this.cache.get(IPAddressClaim.kind, name) as IPAddressClaim | undefined;
    if (claim === undefined) {
      await this.#behavior.clearAway(
        { name },
        {
          manager: this.#manager,
          signal,
          whyPaused: () => undefined,
          remove: async (leftover, known, work) => deletionFinding(await work(this.#visitOf(leftover, known))),
        },
      );
      return;
    }
    const held = claim.metadata.finalizers?.includes(finalizers.releaseAddress) === true;
    if (claim.metadata.deletionTimestamp !== undefined) {
      if (!held) return;
      const outcome = await this.#behavior.remove(this.#visitOf(claim, this.#pool()));
      if (outcome.type === "deleted") await this.#finalizers(claim, key, null);
      return;
    }
    const own = held ? claim : await this.#finalizers(claim, key, [finalizers.releaseAddress]);
    const finding = await this.#behavior.provide(this.#visitOf(own, this.#pool()));
    if (finding.facts?.addressRef === undefined) return;
    const body = { metadata: { uid: own.metadata.uid }, status: finding.facts };
    await this.#client.patch(IPAddressClaim, key, { type: "merge", body }, { subresource: "status" });
  }

  async #finalizers(claim: IPAddressClaim, key: ObjectKey, list: string[] | null): Promise<IPAddressClaim> {
    const { uid, resourceVersion } = claim.metadata;
    const body = { metadata: { uid, resourceVersion, finalizers: list } };
    return await this.#client.patch<IPAddressClaim>(IPAddressClaim, key, { type: "merge", body });
  }

  #pool(): ClaimOwners {
    const pool = this.cache.get(definition.kind.kind, "pool");
    return { pool } as ClaimOwners;
  }

  #visitOf(object: unknown, owners: Partial<ClaimOwners> = {}): Visit<ClaimOwners> {
    const logger = { with: () => logger, info: () => undefined };
    const visit = {
      object,
      owners,
      manager: this.#manager,
      logger,
      signal,
      secrets: new SecretStrings(),
      secretsRead: [],
      reading: { note: () => undefined, end: () => undefined },
    };
    return visit as unknown as Visit<ClaimOwners>;
  }
}

const { signal } = new AbortController();

/** The cache shows a process its own writes at once. */
function writingThrough(client: Client, cache: LateCache): Client {
  const seen = async <T>(answer: Promise<T>): Promise<T> => {
    const object = await answer;
    cache.observe(object as unknown as KubernetesObject);
    return object;
  };
  return {
    ...client,
    create: (kind: ResourceKind, object: KubernetesObject) => seen(client.create(kind, object)),
    patch: (...args: Parameters<Client["patch"]>) => seen(client.patch(...args)),
    delete: (...args: Parameters<Client["delete"]>) => seen(client.delete(...args)),
  } as Client;
}
