import { addressLabel, finalizers, IPAddress, IPAddressClaim, type KubernetesObject } from "@capstan/contract";
import { SeededRandom } from "@capstan/harness/random";
import { PlayedManager } from "./played-manager.ts";
import { SharedStore } from "./shared-store.ts";
import { Turns } from "./turns.ts";

/** What went wrong in an interleaving; empty if nothing did. */
export type Problems = readonly string[];

const poolRef = { apiGroup: "ipam.cluster.x-k8s.io", kind: "GlobalInClusterIPPool", name: "pool" };
const claimNames = ["a", "b", "c"];
/** Long enough for several claims to get an address, be deleted and be created again. */
const steps = 70;

/**
 * Plays one interleaving of two managers, which also crash, see each other's writes late and lose answers, while claims are created and
 * deleted. Then a manager with a current cache finishes the work.
 */
export async function playInterleaving(seed: number): Promise<Problems> {
  const random = new SeededRandom(seed);
  const turns = new Turns(random);
  const store = new SharedStore();
  store.put(poolOf());
  const judge = new Judge(store);
  const managers = ["m1", "m2"].map((name) => new PlayedManager(name, store, turns));
  const failures: unknown[] = [];
  const start = (work: Promise<void>) => void work.catch((error: unknown) => failures.push(error));
  const names = claimNames.slice(0, random.between(2, claimNames.length));
  const deliveries = random.between(0, 12);
  // In every other one, a user writes IPAddresses too.
  const forges = seed % 2 === 0;
  for (let step = 0; step < steps; step += 1) {
    const manager = random.pick(managers);
    const name = random.pick(names);
    const chance = random.between(1, 100);
    if (forges && random.between(1, 100) <= 6) forgeAddress(store, name, random);
    if (chance <= 10) createClaim(store, name);
    else if (chance <= 14) deleteClaim(store, name);
    else if (chance <= 16) {
      const index = random.between(0, managers.length - 1);
      turns.drop(managers[index]?.name ?? "");
      managers[index]?.cache.stop();
      managers[index] = new PlayedManager(`m${step + 3}`, store, turns);
    } else if (chance <= 16 + deliveries) manager.cache.deliverOne();
    else if (chance <= 50) start(manager.reconcile(name));
    else await turns.give();
  }
  for (const { name } of managers) turns.drop(name);
  await finish(store, turns, start);
  return [...judge.problems, ...failures.map(String), ...judge.atTheEnd({ areServed: !forges })];
}

/** A single manager with a current cache reconciles every claim until nothing changes. */
async function finish(store: SharedStore, turns: Turns, start: (work: Promise<void>) => void): Promise<void> {
  const last = new PlayedManager("last", store, turns);
  for (let round = 0; round < 3; round += 1) {
    for (const name of claimNames) {
      last.cache.deliverAll();
      start(last.reconcile(name));
      while (await turns.give());
    }
  }
}

function poolOf(): KubernetesObject {
  const spec = { addresses: ["10.0.0.1-10.0.0.5"], prefix: 24 };
  const status = { conditions: [{ type: "Ready", status: "True" }] };
  const { apiGroup, kind, name } = poolRef;
  return {
    apiVersion: `${apiGroup}/v1alpha2`,
    kind,
    metadata: { name, uid: "pool" },
    spec,
    status,
  } as KubernetesObject;
}

/** A user creates an IPAddress of the claim's name with an address of their choice, in the form of a confirmed one or of a new one. */
function forgeAddress(store: SharedStore, name: string, random: SeededRandom): void {
  if (store.objects.has(`IPAddress/${name}`)) return;
  const address = `10.0.0.${random.between(1, 3)}`;
  const confirmed = random.between(0, 1) === 0 ? { finalizers: [finalizers.protectAddress] } : {};
  const metadata = { name, labels: { [addressLabel]: address }, ...confirmed };
  const { group, version, kind } = IPAddress;
  store.create({
    apiVersion: `${group}/${version}`,
    kind,
    metadata,
    spec: { claimRef: { name }, poolRef, address, prefix: 24 },
  } as KubernetesObject);
}

let created = 0;

function createClaim(store: SharedStore, name: string): void {
  if (store.objects.has(`IPAddressClaim/${name}`)) return;
  created += 1;
  const metadata = { name, uid: `claim-${String(created)}` };
  const { group, version, kind } = IPAddressClaim;
  store.put({ apiVersion: `${group}/${version}`, kind, metadata, spec: { poolRef } } as KubernetesObject);
}

function deleteClaim(store: SharedStore, name: string): void {
  const claim = store.objects.get(`IPAddressClaim/${name}`);
  if (claim === undefined || claim.metadata.deletionTimestamp !== undefined) return;
  store.put({ ...claim, metadata: { ...claim.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } });
}

/** Watches what consumers can see: the address that each claim refers to. */
class Judge {
  readonly problems: string[] = [];
  readonly #store: SharedStore;
  readonly #given = new Map<string, string>();

  constructor(store: SharedStore) {
    this.#store = store;
    store.onChange(() => {
      this.#look();
    });
  }

  /** @param areServed - whether all claims must have got an address. */
  atTheEnd({ areServed }: { readonly areServed: boolean }): string[] {
    const claims = this.#store.all<IPAddressClaim>(IPAddressClaim);
    const addresses = this.#store.all<IPAddress>(IPAddress).map(({ metadata }) => metadata.name);
    const unserved = claims
      .filter(({ status }) => areServed && status?.addressRef === undefined)
      .map(({ metadata }) => metadata.name);
    const left = claims
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map(({ metadata }) => metadata.name);
    const lost = addresses.filter((name) => !claims.some(({ metadata }) => metadata.name === name));
    return [
      ...unserved.map((name) => `claim ${name} has no address`),
      ...left.map((name) => `claim ${name} is not deleted`),
      ...lost.map((name) => `the address of claim ${name} is lost`),
    ];
  }

  #look(): void {
    const holders = new Map<string, string>();
    for (const { metadata, status } of this.#store.all<IPAddressClaim>(IPAddressClaim)) {
      const { name, uid = "" } = metadata;
      if (status?.addressRef === undefined || metadata.deletionTimestamp !== undefined) continue;
      const address = this.#store.all<IPAddress>(IPAddress).find((each) => each.metadata.name === name)?.spec.address;
      if (address === undefined) {
        this.problems.push(`claim ${name} refers to an address that does not exist`);
        continue;
      }
      const before = this.#given.get(uid) ?? address;
      if (before !== address) this.problems.push(`claim ${name} had ${before} and has ${address}`);
      const other = holders.get(address);
      if (other !== undefined) this.problems.push(`claims ${other} and ${name} both have ${address}`);
      this.#given.set(uid, address);
      holders.set(address, name);
    }
  }
}
