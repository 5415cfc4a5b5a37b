import {
  Cluster,
  clusterSecretName,
  type DynamicRuleId,
  isDone,
  type KubernetesObject,
  Machine,
  MachinePool,
  type ResourceKind,
  roleOf,
} from "@capstan/contract";
import type { ProviderRole } from "@capstan/provider";
import { type Client, isConflict, isNotFound, Secret, systemClock } from "@capstan/runtime";
import { createProviderObject, ownerReferenceTo } from "../../builders/test-objects.ts";
import { must, NotObservable, NotSo } from "./not-so.ts";
import { hasMachines } from "./has-machines.ts";
import type { OutsideWorld } from "./outside-world.ts";
import { PlayedMachines } from "./played-machines.ts";
import { type Observed, recordRevisions, type Recording } from "./recording.ts";
import { SceneObjects } from "./scene-objects.ts";
import type { Subject } from "./subject.ts";
import type { Traffic, World } from "./world.ts";

/** The reason for rules that are not observable if the infrastructure does not report to the suite. */
const outsideUnseen = "the suite cannot observe objects outside the management cluster";
const trafficUnseen = "the requests of a running provider do not pass through the suite";

/** A provider in its own world, for testing a rule. The suite acts as the core. */
export class Scene implements AsyncDisposable {
  readonly subject: Subject;
  readonly world: World;
  /** The objects around the object under test. */
  readonly objects: SceneObjects;
  /** The Machines of the control plane under test, if it consists of Machines. */
  readonly machines: PlayedMachines | undefined;
  readonly #recording: Recording;
  #about: readonly DynamicRuleId[] = [];
  readonly #unobserved = new Map<DynamicRuleId, string>();

  /** Takes ownership of the world, which ends with the scene. */
  constructor(subject: Subject, world: World) {
    this.subject = subject;
    this.world = world;
    this.objects = new SceneObjects(subject, world);
    const { client, namespace } = world;
    this.machines = hasMachines(subject.definition)
      ? new PlayedMachines({ client, namespace, name: objectName })
      : undefined;
    this.#recording = recordRevisions(world, this.kind);
  }

  /** Sets the rules that the case tests from here on; everything before it is setup. */
  about(...rules: readonly DynamicRuleId[]): void {
    this.#about = rules;
  }

  /** The rules that the case tests now; empty during setup. */
  get triedRules(): readonly DynamicRuleId[] {
    return this.#about;
  }

  /** Rules that were only partly observable, with the reason. */
  get unobserved(): ReadonlyMap<DynamicRuleId, string> {
    return this.#unobserved;
  }

  /** Checks the things outside, if they are observable; otherwise marks the tested rules as not observed. */
  lookOutside(look: (outside: OutsideWorld) => void): void {
    const outside = this.seenOutside;
    if (outside !== undefined) look(outside);
    else if (this.hasOutside) for (const rule of this.#about) this.#unobserved.set(rule, outsideUnseen);
  }

  /** The things outside, for a control plane of Machines the servers of these; undefined if they are not observable. */
  get seenOutside(): OutsideWorld | undefined {
    return this.machines?.outside ?? this.world.outside;
  }

  /** The things outside. @throws NotObservable they are not observable. */
  get outside(): OutsideWorld {
    const outside = this.seenOutside;
    if (outside === undefined) throw new NotObservable(outsideUnseen);
    return outside;
  }

  /** The provider's requests. @throws NotObservable they are not observable. */
  get traffic(): Traffic {
    const { traffic } = this.world;
    if (traffic === undefined) throw new NotObservable(trafficUnseen);
    return traffic;
  }

  get client(): Client {
    return this.world.client;
  }

  get namespace(): string {
    return this.world.namespace;
  }

  get kind(): ResourceKind<Observed> {
    return this.subject.definition.kind as ResourceKind<Observed>;
  }

  get role(): ProviderRole {
    return this.subject.definition.role;
  }

  /** Whether objects of the role represent something outside the management cluster. */
  get hasOutside(): boolean {
    return this.role !== "BootstrapConfig";
  }

  /** Whether the object under test belongs to the Cluster itself, not to a Machine. */
  get isOfCluster(): boolean {
    return roleOf(this.role).owner === "Cluster";
  }

  /** Whether the contract field for completion is set, in the newest contract that the kind implements. */
  isDone({ status }: Observed): boolean {
    return isDone(this.role, { status }, this.subject.definition.contract);
  }

  /** @throws {@link NotSo} a revision is not done, or is done although it must not be yet; with its status. */
  expectDone(revision: Observed, done = true): void {
    const says = done ? "does not report completion" : "reports completion";
    must(this.isDone(revision) === done, `it ${says}; its status is ${JSON.stringify(revision.status ?? {})}`);
  }

  /** Creates the Cluster and, if it belongs to the Cluster itself, the object under test. */
  async createCluster(choices: { readonly provisioned?: boolean } = {}): Promise<Cluster> {
    const cluster = await this.objects.createCluster(choices);
    if (this.isOfCluster) await this.createObject(objectName, cluster);
    return cluster;
  }

  /** Creates the owner of the object under test, unless that belongs to the Cluster. */
  createOwner(name = objectName, choices: { readonly withData?: boolean } = {}): Promise<KubernetesObject> {
    return this.role === "InfraMachinePool"
      ? this.objects.createMachinePool(name, choices)
      : this.objects.createMachine(name, choices);
  }

  /** Creates only the object under test; without `owner`, it has not been adopted. */
  async createObject(name = objectName, owner?: KubernetesObject): Promise<void> {
    const { definition } = this.subject;
    const { namespace } = this;
    const spec = this.objects.spec();
    const options = { name, namespace, cluster: objectName, spec, ...(owner === undefined ? {} : { owner }) };
    await createProviderObject(this.client, definition, options);
  }

  /** Creates all prerequisites of the object under test, and the object itself. */
  async createReady(): Promise<void> {
    await this.createCluster();
    if (!this.isOfCluster) await this.createObject(objectName, await this.createOwner());
  }

  /** Creates all prerequisites of the object under test, and the object itself, without adoption. Returns the owner that must adopt it. */
  async createUnadopted(): Promise<KubernetesObject> {
    if (!this.isOfCluster) await this.createCluster();
    await this.createObject();
    return this.isOfCluster ? this.objects.createCluster() : this.createOwner();
  }

  /** Creates everything and resolves with the provisioned object. */
  async provisioned(): Promise<Observed> {
    await this.createReady();
    return this.untilDone();
  }

  /** Creates everything and resolves once the object was provisioned, even if it does not stay so. */
  async onceProvisioned(): Promise<void> {
    await this.createReady();
    await this.until(`${this.kind.kind} ${objectName} is provisioned`, async () => {
      const was = this.#recording.revisions.some((revision) => this.isDone(revision));
      return was || this.isDone(await this.get());
    });
  }

  /** Makes `owner` the owner, as the core does. With `controller` false, the reference differs from upstream's, but is valid. */
  async adopt(owner: KubernetesObject, controller = true): Promise<void> {
    await this.patch({ metadata: { ownerReferences: [{ ...ownerReferenceTo(owner), controller }] } });
  }

  get(name = objectName): Promise<Observed> {
    return this.client.get(this.kind, this.#key(name));
  }

  async exists(name = objectName): Promise<boolean> {
    const { items } = await this.client.list(this.kind, { namespace: this.namespace });
    return items.some(({ metadata }) => metadata.name === name);
  }

  async patch(body: object): Promise<void> {
    await this.client.patch(this.kind, this.#key(), { type: "merge", body });
  }

  async patchStatus(status: object): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.client.patch(this.kind, this.#key(), patch, { subresource: "status" });
  }

  /** Removes the status, as a restored backup or a move does. */
  async wipeStatus(attempts = 5): Promise<void> {
    const { apiVersion, kind, metadata, spec } = await this.get();
    const bare: Observed = { apiVersion, kind, metadata, ...(spec === undefined ? {} : { spec }) };
    try {
      await this.client.replace(this.kind, bare, { subresource: "status" });
    } catch (error) {
      if (!isConflict(error) || attempts === 1) throw error;
      await this.wipeStatus(attempts - 1);
    }
  }

  async delete(name = objectName): Promise<void> {
    await this.client.delete(this.kind, this.#key(name));
  }

  async pauseCluster(paused: boolean): Promise<void> {
    const patch = { type: "merge", body: { spec: { paused } } } as const;
    await this.client.patch(Cluster, this.#key(), patch);
    await this.world.settled();
  }

  /** Triggers this many reconciles of the object, by events of its owner. */
  async touchOwner(times: number): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      const body = { metadata: { annotations: { "conformance.capstan.dev/round": String(round) } } };
      const owner = ownerKinds[roleOf(this.role).owner];
      await this.client.patch<KubernetesObject>(owner, this.#key(), { type: "merge", body });
      await this.world.breathe();
    }
    await this.world.settled();
  }

  /** The Secret of the object: a config's bootstrap data, a control plane's kubeconfig. */
  async publishedSecret(): Promise<Secret | undefined> {
    const name =
      this.role === "ControlPlane"
        ? clusterSecretName(objectName, "kubeconfig")
        : (await this.get()).status?.dataSecretName;
    if (typeof name !== "string") return undefined;
    return this.client.get(Secret, this.#key(name)).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  /** Waits until the object is provisioned. */
  async untilDone(name = objectName): Promise<Observed> {
    await this.until(`${this.kind.kind} ${name} is provisioned`, async () => this.isDone(await this.get(name)));
    return this.get(name);
  }

  /** Waits until a condition holds. @throws {@link NotSo} it does not hold in time; with the object's status. */
  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const seconds = this.subject.withinSeconds ?? 60;
    const played = async (): Promise<boolean> => {
      await this.machines?.play();
      return isSo();
    };
    if (await this.world.until(played, seconds)) return;
    const status = (await this.exists()) ? JSON.stringify((await this.get()).status ?? {}) : "absent";
    throw new NotSo(`Timed out after ${seconds} s: ${what}. Status of the object: ${status}`);
  }

  /** Lets `seconds` pass, including all due work. */
  async pass(seconds: number): Promise<void> {
    await this.machines?.play();
    await this.world.pass(seconds);
  }

  /** Every revision up to the current one, once the watch has delivered all. */
  async allRevisions(): Promise<readonly Observed[]> {
    const { resourceVersion } = (await this.get()).metadata;
    const giveUp = systemClock.monotonic() + revisionsWithinMs;
    while (this.#recording.revisions.at(-1)?.metadata.resourceVersion !== resourceVersion) {
      if (systemClock.monotonic() > giveUp) break;
      await systemClock.sleep(revisionPollMs);
    }
    return this.#recording.revisions;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recording.stop();
    await this.machines?.[Symbol.asyncDispose]();
    await this.world[Symbol.asyncDispose]();
  }

  #key(name = objectName) {
    return { name, namespace: this.namespace };
  }
}

/** The name of the Cluster, the Machine and the object under test, unless a rule needs several. */
export const objectName = "c1";

const ownerKinds = { Cluster, Machine, MachinePool };

const revisionsWithinMs = 5_000;
const revisionPollMs = 10;
