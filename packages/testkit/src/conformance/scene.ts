import {
  Cluster,
  clusterSecretName,
  isDone,
  type KubernetesObject,
  Machine,
  MachinePool,
  MachineSet,
  type ResourceKind,
  roleOf,
} from "@capstan/contract";
import { apiVersionOf, ArgumentError } from "@capstan/kube";
import type { ProviderDefinition, ProviderRole } from "@capstan/provider";
import { isNotFound, Secret, systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, vi } from "vitest";
import type { ClusterHandle } from "../builders/cluster-handle.ts";
import { createDataSecret, machineObject, type MachineOptions } from "../builders/machine-handle.ts";
import { machinePoolObject, type MachinePoolOptions } from "../builders/machine-pool-handle.ts";
import { createProviderObject, namespace, ownerReferenceTo, referenceTo } from "../builders/test-objects.ts";
import { TestEnvironment } from "../environment/test-environment.ts";
import type { ServerChoice } from "../environment/test-server.ts";
import { IdleConfig, IdleMachine } from "./idle-kinds.ts";
import { OutsideWorld } from "./outside-world.ts";
import { must, NotSo } from "./not-so.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { Restlessness } from "./restlessness.ts";
import type { Interference, PoolChoices } from "./scene-options.ts";

/** A provider object, of whatever kind, as it is read. */
export interface Observed extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** One provider on a server of its own: what a rule is tried on. The suite plays the core's part. */
export class Scene implements AsyncDisposable {
  readonly env: TestEnvironment;
  readonly subject: ProviderUnderTest;
  readonly outside: OutsideWorld;
  readonly interference: Interference;
  readonly restlessness: Restlessness;
  /** Every revision of the kind's objects that a watch has shown, in order. */
  readonly revisions: Observed[] = [];
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: Pick<Scene, "env" | "subject" | "outside" | "interference" | "restlessness">,
    closing: AsyncDisposableStack,
  ) {
    this.env = parts.env;
    this.subject = parts.subject;
    this.outside = parts.outside;
    this.interference = parts.interference;
    this.restlessness = parts.restlessness;
    this.#closing = closing;
  }

  static async start(subject: ProviderUnderTest, server: ServerChoice): Promise<Scene> {
    const closing = new AsyncDisposableStack();
    try {
      const clock = new FakeClock({ startMs: systemClock.now() });
      const outside = new OutsideWorld();
      const interference: Interference = {};
      const restlessness = new Restlessness();
      const env = closing.use(
        await TestEnvironment.start({
          server,
          clock,
          core: false,
          crds: [...IdleMachine.crds, ...(subject.infraCluster?.crds ?? [])],
          reconcilers: await subject.reconcilers({ clock, outside, closing }),
          refuse: (write) => restlessness.refuse(write) ?? interference.refuse?.(write),
        }),
      );
      outside.onFailing = () => {
        env.expectError(Error, { optional: true });
      };
      if (subject.manifests !== undefined) await env.apply(subject.manifests);
      const scene = new Scene({ env, subject, outside, interference, restlessness }, closing);
      scene.#record();
      return scene;
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get kind(): ResourceKind<Observed> {
    return this.subject.definition.kind as ResourceKind<Observed>;
  }

  get role(): ProviderRole {
    return this.subject.definition.role;
  }

  /** The contract field that says that the object is done, in the newest contract that the kind implements. */
  isDone({ status }: Observed): boolean {
    return isDone(this.role, { status }, this.subject.definition.contract);
  }

  /** @throws {@link NotSo} a revision does not say that it is done, or says so though it must not yet; with its status. */
  expectDone(revision: Observed, done = true): void {
    const says = done ? "does not say any more, or yet, that it is done" : "says that it is done";
    must(this.isDone(revision) === done, `it ${says}; its status is ${JSON.stringify(revision.status ?? {})}`);
  }

  /** Whether the object under test is the Cluster's own, instead of a Machine's. */
  get isOfCluster(): boolean {
    return roleOf(this.role).owner === "Cluster";
  }

  /** The Cluster; and the object under test, if that is the Cluster's own. */
  createCluster({ provisioned = true }: { readonly provisioned?: boolean } = {}): Promise<ClusterHandle> {
    const { definition, spec = {}, cluster, infraCluster, infraClusterSpec = {} } = this.subject;
    const infrastructure = is("InfraCluster", definition) ? definition : infraCluster;
    return this.env.createCluster({
      name: objectName,
      provisioned,
      ...(cluster === undefined ? {} : { spec: cluster }),
      ...(infrastructure === undefined ? {} : { infrastructure }),
      infrastructureSpec: is("InfraCluster", definition) ? spec : infraClusterSpec,
      ...(is("ControlPlane", definition) ? { controlPlane: definition, controlPlaneSpec: spec } : {}),
    });
  }

  /** The Cluster for an object of its own that is there already, without any other; its infrastructure is provisioned, if that is another. */
  async createBareCluster(): Promise<Cluster> {
    const { cluster, definition } = this.subject;
    const isControlPlane = is("ControlPlane", definition);
    const reference = {
      [isControlPlane ? "controlPlaneRef" : "infrastructureRef"]: referenceTo(definition, objectName),
    };
    const created = await this.env.client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: { name: objectName, namespace },
      spec: { ...cluster, ...reference },
    });
    if (!isControlPlane) return created;
    const body = { status: { initialization: { infrastructureProvisioned: true } } };
    const key = { name: objectName, namespace };
    return this.env.client.patch(Cluster, key, { type: "merge", body }, { subresource: "status" });
  }

  /** The Machine, without the object under test. */
  async createMachine(name = objectName, { withData = true } = {}): Promise<Machine> {
    const { definition, machine = {}, controlPlane = false, bootstrapData = "#cloud-config\n{}\n" } = this.subject;
    const options: MachineOptions = {
      infrastructure: is("InfraMachine", definition) ? definition : IdleMachine,
      bootstrap: is("BootstrapConfig", definition) ? definition : IdleConfig,
      ...(is("InfraMachine", definition) && withData ? { bootstrapData } : {}),
      machine,
      controlPlane,
    };
    if (options.bootstrapData !== undefined) {
      await createDataSecret(this.env.client, name, objectName, options.bootstrapData);
    }
    return this.env.client.create(Machine, machineObject(name, objectName, options));
  }

  /** The MachinePool, without the object under test. */
  async createMachinePool(
    name = objectName,
    { withData = true, replicas, annotations }: PoolChoices = {},
  ): Promise<MachinePool> {
    const { definition, bootstrapData = "#cloud-config\n{}\n" } = this.subject;
    if (!is("InfraMachinePool", definition)) throw new ArgumentError(`${definition.role} has no MachinePool`);
    if (withData) await createDataSecret(this.env.client, name, objectName, bootstrapData);
    const options: MachinePoolOptions = {
      infrastructure: definition,
      ...(withData ? { bootstrapData } : {}),
      ...(replicas === undefined ? {} : { replicas }),
      ...(annotations === undefined ? {} : { annotations }),
    };
    return this.env.client.create(MachinePool, machinePoolObject(name, objectName, options));
  }

  /** What owns the object under test, unless that is an infra cluster. */
  createOwner(name = objectName, choices: { readonly withData?: boolean } = {}): Promise<KubernetesObject> {
    return this.role === "InfraMachinePool" ? this.createMachinePool(name, choices) : this.createMachine(name, choices);
  }

  /** A MachineSet without replicas, which owns an object that is being cloned. */
  createMachineSet(): Promise<MachineSet> {
    const { spec } = machineObject(objectName, objectName, { infrastructure: IdleMachine, bootstrap: IdleConfig });
    return this.env.client.create(MachineSet, {
      apiVersion: apiVersionOf(MachineSet),
      kind: MachineSet.kind,
      metadata: { name: objectName, namespace },
      spec: {
        clusterName: objectName,
        replicas: 0,
        selector: { matchLabels: { set: objectName } },
        template: { metadata: { labels: { set: objectName } }, spec },
      },
    });
  }

  /** Only the object under test; without `owner`, since it has not been adopted. */
  async createObject(name = objectName, owner?: KubernetesObject): Promise<void> {
    const { definition, spec = {} } = this.subject;
    const owned = owner === undefined ? {} : { owner };
    await createProviderObject(this.env.client, definition, { name, cluster: objectName, spec, ...owned });
  }

  /** Everything that the object under test needs, and the object itself. */
  async createReady(): Promise<void> {
    await this.createCluster();
    if (!this.isOfCluster) await this.createObject(objectName, await this.createOwner());
  }

  /** Everything that the object under test needs, and the object itself, which still has to be adopted by what is returned. */
  async createUnadopted(): Promise<KubernetesObject> {
    if (!this.isOfCluster) await this.createCluster();
    await this.createObject();
    return this.isOfCluster ? this.createBareCluster() : this.createOwner();
  }

  /** Creates everything and resolves with the provisioned object. */
  async provisioned(): Promise<Observed> {
    await this.createReady();
    return this.untilDone();
  }

  /** Makes `owner` the owner, as the core does; a `controller` of false is not upstream's way, but legal. */
  async adopt(owner: KubernetesObject, controller = true): Promise<void> {
    const ownerReferences = [{ ...ownerReferenceTo(owner), controller }];
    await this.patch({ metadata: { ownerReferences } });
  }

  get(name = objectName): Promise<Observed> {
    return this.env.client.get(this.kind, { name, namespace });
  }

  async exists(name = objectName): Promise<boolean> {
    return (await this.env.client.list(this.kind)).items.some(({ metadata }) => metadata.name === name);
  }

  async patch(body: object): Promise<void> {
    await this.env.client.patch(this.kind, { name: objectName, namespace }, { type: "merge", body });
  }

  async patchStatus(status: object): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.env.client.patch(this.kind, { name: objectName, namespace }, patch, { subresource: "status" });
  }

  /** Removes the status, as a restored backup or a move does. */
  async wipeStatus(): Promise<void> {
    const { apiVersion, kind, metadata, spec } = await this.get();
    const bare: Observed = { apiVersion, kind, metadata, ...(spec === undefined ? {} : { spec }) };
    await this.env.client.replace(this.kind, bare, { subresource: "status" });
  }

  async delete(name = objectName): Promise<void> {
    await this.env.client.delete(this.kind, { name, namespace });
  }

  async pauseCluster(paused: boolean): Promise<void> {
    const patch = { type: "merge", body: { spec: { paused } } } as const;
    await this.env.client.patch(Cluster, { name: objectName, namespace }, patch);
    await this.env.settled();
  }

  cluster(): Promise<Cluster> {
    return this.env.client.get(Cluster, { name: objectName, namespace });
  }

  /** Has the object reconciled, by an event of what owns it. */
  async touchOwner(round: number): Promise<void> {
    const key = { name: objectName, namespace };
    const body = { metadata: { annotations: { "conformance.capstan.dev/round": String(round) } } };
    await this.env.client.patch<KubernetesObject>(ownerKinds[roleOf(this.role).owner], key, { type: "merge", body });
    await this.env.settled();
  }

  /** The Secret that the object keeps: a config's bootstrap data, a control plane's kubeconfig. */
  async publishedSecret(): Promise<Secret | undefined> {
    const name =
      this.role === "ControlPlane"
        ? clusterSecretName(objectName, "kubeconfig")
        : (await this.get()).status?.dataSecretName;
    if (typeof name !== "string") return undefined;
    return this.env.client.get(Secret, { name, namespace }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  /** Waits, by the clock, until the object is provisioned. */
  async untilDone(name = objectName): Promise<Observed> {
    await this.until(`${this.kind.kind} ${name} is provisioned`, async () => this.isDone(await this.get(name)));
    return this.get(name);
  }

  /** Moves the clock until something is so. @throws {@link NotSo} it does not happen in time; with the object's status. */
  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const seconds = this.subject.withinSeconds ?? 60;
    await this.env.settled();
    for (let second = 0; !(await isSo()); second += 1) {
      if (second === seconds) {
        const status = (await this.exists()) ? JSON.stringify((await this.get()).status) : "absent";
        throw new NotSo(`Timed out after ${seconds} s: ${what}. Status of the object: ${status}`);
      }
      await this.env.clock.advance({ seconds: 1 });
    }
  }

  /** Lets `seconds` pass, with everything that becomes due. */
  async pass(seconds: number): Promise<void> {
    await this.env.clock.advance({ seconds });
  }

  /** Every revision up to the present one, once the watch has shown them all. */
  async allRevisions(): Promise<readonly Observed[]> {
    const { resourceVersion } = (await this.get()).metadata;
    await vi.waitFor(() => {
      expect(this.revisions.at(-1)?.metadata.resourceVersion).toBe(resourceVersion);
    });
    return this.revisions;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }

  /** Follows the kind from before the first object to the end of the scene. */
  #record(): void {
    const stop = new AbortController();
    const follow = async () => {
      for await (const event of this.env.client.watch(this.kind, { namespace, signal: stop.signal })) {
        if (event.type === "ADDED" || event.type === "MODIFIED") this.revisions.push(event.object);
      }
    };
    const following = follow().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    this.#closing.defer(async () => {
      stop.abort();
      await following;
    });
  }
}

/** The name of the Cluster, of the Machine and of the object under test, unless a rule needs more of them. */
export const objectName = "c1";

const ownerKinds = { Cluster, Machine, MachinePool };

function is<R extends ProviderRole>(role: R, definition: ProviderDefinition): definition is ProviderDefinition<R> {
  return definition.role === role;
}
