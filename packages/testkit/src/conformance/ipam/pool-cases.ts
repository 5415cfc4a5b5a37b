import { Cluster, type DynamicRuleId, IPAddress, IPAddressClaim, labels } from "@capstan/contract";
import { apiVersionOf, isCapstanError } from "@capstan/kube";
import { must, mustEqual, mustHave, NotSo } from "../scene/not-so.ts";
import { moveHere } from "./moved-objects.ts";
import { objectName, type PoolScene } from "./pool-scene.ts";

/** A test of rules for IPAM providers. */
export interface PoolCase {
  readonly rules: readonly DynamicRuleId[];
  /** The observation, as a sentence about the kind of pools. */
  readonly sentence: string;
  /** @throws NotSo a rule is broken. */
  readonly run: (scene: PoolScene) => Promise<void>;
}

/**
 * Plays a case.
 *
 * @returns the finding; undefined if there is none.
 * @throws errors that the provider did not cause.
 */
export async function poolFinding(tried: PoolCase, scene: PoolScene): Promise<Error | undefined> {
  try {
    await tried.run(scene);
    return undefined;
  } catch (error) {
    if (error instanceof NotSo || isCapstanError(error, "ReconcilerThrew")) return error;
    throw error;
  }
}

/** Cases for every kind of pools: contracts/ipam.md. */
export const poolCases: readonly PoolCase[] = [
  {
    rules: ["IP-002"],
    sentence: "gives each claim an IPAddress, to which the claim refers",
    run: async (scene) => {
      await scene.createPool();
      const { claim } = await scene.served();
      must((claim.metadata.finalizers ?? []).length > 0, "the claim has no finalizer");
    },
  },
  {
    rules: ["IP-002"],
    sentence: "leaves claims of other kinds of pools alone",
    run: async (scene) => {
      await scene.createPool();
      await scene.createClaim(objectName, { poolKind: "OtherIPPool" });
      await scene.settled();
      await scene.mustBeUntouched();
    },
  },
  ...(["spec.clusterName", "label"] as const).map((how) => ({
    rules: ["IP-002" as const],
    sentence: `leaves claims of a missing or paused Cluster alone, and continues afterwards; by ${how}`,
    run: async (scene: PoolScene) => {
      await scene.createPool();
      const named = how === "label" ? { labels: { [labels.clusterName]: objectName } } : { clusterName: objectName };
      await scene.createClaim(objectName, named);
      await scene.settled();
      await scene.mustBeUntouched();
      await scene.createCluster(true);
      await scene.settled();
      await scene.mustBeUntouched();
      await scene.pauseCluster(false);
      await scene.mustBeServed();
    },
  })),
  {
    rules: ["IP-002"],
    sentence: "gives no address to a second claim while the only address is in use",
    run: async (scene) => {
      await scene.createPool();
      const { address } = await scene.served();
      await scene.createClaim("c2");
      await scene.settled();
      const other = await scene.addressNamed("c2");
      must(other === undefined, `claims c1 and c2 have ${address.spec.address} and ${other?.spec.address ?? ""}`);
    },
  },
  {
    rules: ["IP-002"],
    sentence: "restores a lost status of a claim, with the same address",
    run: async (scene) => {
      await scene.createPool();
      const { claim, address } = await scene.served();
      const { status: _lost, ...bare } = claim;
      await scene.client.replace(IPAddressClaim, bare, { subresource: "status" });
      await scene.settled();
      mustEqual("its address", (await scene.mustBeServed()).address.spec.address, address.spec.address);
    },
  },
  {
    rules: ["IP-003"],
    sentence:
      "names the IPAddress after the claim, with the claim as controller and the pool as owner, both blocking deletion",
    run: async (scene) => {
      const pool = await scene.createPool();
      const { claim, address } = await scene.served();
      mustEqual("the name of the IPAddress", address.metadata.name, claim.metadata.name);
      mustEqual("spec.claimRef", address.spec.claimRef, { name: claim.metadata.name });
      mustEqual("spec.poolRef", address.spec.poolRef, claim.spec.poolRef);
      const owners = address.metadata.ownerReferences ?? [];
      mustHave("its owners", owners, "the claim as controller that blocks deletion", (owner) => {
        return owner.uid === claim.metadata.uid && owner.controller === true && owner.blockOwnerDeletion === true;
      });
      mustHave("its owners", owners, "the pool as plain owner that blocks deletion", (owner) => {
        return owner.uid === pool.metadata.uid && owner.controller !== true && owner.blockOwnerDeletion === true;
      });
    },
  },
  {
    rules: ["IP-003"],
    sentence: "keeps an IPAddress that a user deletes, as long as its claim exists",
    run: async (scene) => {
      await scene.createPool();
      const { address } = await scene.served();
      await scene.client.delete(IPAddress, { name: address.metadata.name, namespace: scene.namespace });
      await scene.settled();
      const { address: kept } = await scene.mustBeServed();
      mustEqual("its address", kept.spec.address, address.spec.address);
      mustEqual("its uid", kept.metadata.uid, address.metadata.uid);
    },
  },
  {
    rules: ["IP-004"],
    sentence: "releases the address of a deleted claim, which the next claim then gets",
    run: async (scene) => {
      await scene.createPool();
      const { address } = await scene.served();
      await scene.deleteClaim();
      mustEqual("the claims that are left", (await scene.claims()).length, 0);
      must((await scene.addressNamed(address.metadata.name)) === undefined, "the IPAddress still exists");
      mustEqual("the address of the next claim", (await scene.served("c2")).address.spec.address, address.spec.address);
    },
  },
  {
    rules: ["IP-004"],
    sentence: "releases nothing while the Cluster is paused",
    run: async (scene) => {
      await scene.createPool();
      await scene.createCluster(false);
      const { address } = await scene.served(objectName, { clusterName: objectName });
      await scene.pauseCluster(true);
      await scene.deleteClaim();
      must((await scene.addressNamed(address.metadata.name)) !== undefined, "the IPAddress is deleted");
      await scene.pauseCluster(false);
      mustEqual("the claims that are left", (await scene.claims()).length, 0);
    },
  },
  {
    rules: ["IP-006"],
    sentence: "labels a pool that a Cluster owns with the name of the Cluster",
    run: async (scene) => {
      const { metadata } = await scene.createCluster(false);
      if (!scene.kind.namespaced) return;
      const owner = { apiVersion: apiVersionOf(Cluster), kind: Cluster.kind, name: objectName, uid: metadata.uid };
      await scene.createPool({ ownerReferences: [owner] });
      await scene.settled();
      const pool = await scene.getPool();
      mustEqual(`its label ${labels.clusterName}`, pool.metadata.labels?.[labels.clusterName], objectName);
    },
  },
  {
    rules: ["IP-006"],
    sentence: "keeps the address of a claim after clusterctl move has recreated pool, claim and IPAddress",
    run: async (scene) => {
      await scene.createCluster(false);
      await scene.createPool();
      const { address } = await scene.served(objectName, { clusterName: objectName });
      await moveHere(scene, address);
      const { address: moved, claim } = await scene.mustBeServed();
      mustEqual("its address after the move", moved.spec.address, address.spec.address);
      mustHave(
        "its owners",
        moved.metadata.ownerReferences ?? [],
        "the moved claim",
        ({ uid }) => uid === claim.metadata.uid,
      );
    },
  },
];
