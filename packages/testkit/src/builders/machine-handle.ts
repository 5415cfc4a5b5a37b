import { type KubernetesObject, isConditionTrue, labels, Machine, type ResourceKind } from "@capstan/contract";
import { apiVersionOf, ArgumentError } from "@capstan/kube";
import { computeMachinePhase, factsFromV1Beta2, type ObservedMachine, type ObservedObject } from "@capstan/phases";
import type { ObjectOf, ProviderDefinition } from "@capstan/provider";
import { type Client, isNotFound, Secret } from "@capstan/runtime";
import type { ClusterHandle } from "./cluster-handle.ts";
import { type BuilderContext, createProviderObject, namespace, type Referable, referenceTo } from "./test-objects.ts";

/** A Machine to create. */
export interface MachineOptions<
  I extends ProviderDefinition<"InfraMachine"> = ProviderDefinition<"InfraMachine">,
  B extends ProviderDefinition<"BootstrapConfig"> = ProviderDefinition<"BootstrapConfig">,
> {
  /** The name, also of the related objects. Default: "m1", "m2", ... in the order of creation. */
  readonly name?: string;
  /** Default: a provisioned Cluster that the environment creates. */
  readonly cluster?: ClusterHandle;
  /** The kind of the infra machine. */
  readonly infrastructure: I;
  /** `spec` of the infra machine. Default: empty. */
  readonly spec?: Partial<ObjectOf<I>["spec"]>;
  /** Existing bootstrap data, in a Secret named after the Machine. */
  readonly bootstrapData?: string;
  /** The kind of the bootstrap config that provides the data. */
  readonly bootstrap?: B;
  /** `spec` of the bootstrap config. Default: empty. */
  readonly bootstrapSpec?: Partial<ObjectOf<B>["spec"]>;
  /** Whether it has the control plane label. Default: false. */
  readonly controlPlane?: boolean;
  /** Further fields of the Machine's spec, such as `version` and `failureDomain`. */
  readonly machine?: Partial<Machine["spec"]>;
}

/** The phase of a Machine, and what it waits for. */
export interface MachinePhaseView {
  /** The phase, computed from the objects. */
  readonly phase: string;
  /** Descriptions such as "infrastructure provisioned". */
  readonly awaiting: readonly string[];
}

/**
 * A Machine of a test environment, with its related objects.
 *
 * @example
 * ```ts
 * import { MockMachine, TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a Machine whose infrastructure nothing makes is Provisioning", async () => {
 *   await using env = await TestEnvironment.start({ crds: MockMachine.crds });
 *   const machine = await env.createMachine({ infrastructure: MockMachine, bootstrapData: "#cloud-config" });
 *   await env.settled();
 *   expect(await machine.phase()).toMatchObject({ phase: "Provisioning" });
 * });
 * ```
 */
export class MachineHandle<
  I extends ProviderDefinition<"InfraMachine"> = ProviderDefinition<"InfraMachine">,
  B extends ProviderDefinition<"BootstrapConfig"> = ProviderDefinition<"BootstrapConfig">,
> {
  /** The name of the Machine and its related objects. */
  readonly name: string;
  /** The namespace of the environment's objects. */
  readonly namespace = namespace;
  /** The Cluster of the Machine. */
  readonly cluster: ClusterHandle;
  readonly #client: Client;
  readonly #hasCore: boolean;
  readonly #infrastructure: I;
  readonly #bootstrap: B | undefined;

  /** @internal Created by `createMachine` of the environment. */
  constructor(
    context: BuilderContext,
    parts: {
      readonly name: string;
      readonly cluster: ClusterHandle;
      readonly infrastructure: I;
      readonly bootstrap?: B;
    },
  ) {
    this.#client = context.client;
    this.#hasCore = context.hasCore;
    this.name = parts.name;
    this.cluster = parts.cluster;
    this.#infrastructure = parts.infrastructure;
    this.#bootstrap = parts.bootstrap;
  }

  /** Reads the Machine. */
  get(): Promise<Machine> {
    return this.#client.get(Machine, this.#key);
  }

  /** Reads the infra machine. */
  async infrastructure(): Promise<ObjectOf<I>> {
    return (await this.#client.get<KubernetesObject>(this.#infrastructure.kind, this.#key)) as ObjectOf<I>;
  }

  /** Reads the bootstrap config. @throws ArgumentError the Machine was created without one. */
  async bootstrapConfig(): Promise<ObjectOf<B>> {
    if (this.#bootstrap === undefined)
      throw new ArgumentError(`Machine ${this.name} was created without a bootstrap config.`);
    return (await this.#client.get<KubernetesObject>(this.#bootstrap.kind, this.#key)) as ObjectOf<B>;
  }

  /** The phase that follows from the current objects, whatever is stored; as the proposal defines it. */
  async phase(): Promise<MachinePhaseView> {
    const machine = await this.get();
    const { phase, awaiting } = computeMachinePhase(factsFromV1Beta2(machine, await this.#observe(machine)));
    return { phase, awaiting: awaiting.map(({ sentence }) => sentence) };
  }

  /** Merges `body` into everything but the status. */
  async patch(body: object): Promise<void> {
    await this.#client.patch(Machine, this.#key, { type: "merge", body });
  }

  /** Merges `status` into the status, as the core controllers would write it. */
  async patchStatus(status: object): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.#client.patch(Machine, this.#key, patch, { subresource: "status" });
  }

  /** Deletes the Machine; without the core controllers, deletes its infra machine and bootstrap config first. Safe to repeat. */
  async delete(): Promise<void> {
    const belongings = this.#hasCore ? [] : [this.#infrastructure, this.#bootstrap];
    for (const definition of belongings) {
      if (definition !== undefined) await this.#client.delete(definition.kind, this.#key).catch(ignoreNotFound);
    }
    await this.#client.delete(Machine, this.#key).catch(ignoreNotFound);
  }

  get #key() {
    return { name: this.name, namespace };
  }

  async #observe(machine: Machine): Promise<ObservedMachine> {
    const { nodeRef } = machine.status ?? {};
    return {
      infrastructure: await this.#lookUp(this.#infrastructure),
      ...(this.#bootstrap === undefined ? {} : { bootstrapConfig: await this.#lookUp(this.#bootstrap) }),
      ...(nodeRef === undefined ? {} : { node: { name: nodeRef.name, ready: isConditionTrue(machine, "NodeReady") } }),
    };
  }

  async #lookUp({ kind, contract }: ProviderDefinition): Promise<ObservedObject | "missing"> {
    const generic: ResourceKind = kind;
    try {
      return { object: await this.#client.get(generic, this.#key), contract };
    } catch (error) {
      if (isNotFound(error)) return "missing";
      throw error;
    }
  }
}

/** Creates a Machine, its infra machine, and its bootstrap config or data Secret. */
export async function createMachine<
  I extends ProviderDefinition<"InfraMachine">,
  B extends ProviderDefinition<"BootstrapConfig">,
>(
  context: BuilderContext,
  cluster: ClusterHandle,
  options: MachineOptions<I, B> & { readonly name: string },
): Promise<MachineHandle<I, B>> {
  const { client, hasCore } = context;
  const { name, infrastructure, bootstrap, bootstrapData } = options;
  if (bootstrap === undefined && bootstrapData === undefined) {
    throw new ArgumentError(
      `Machine ${name} needs \`bootstrapData\`, or the kind of its bootstrap config in \`bootstrap\``,
    );
  }
  if (bootstrapData !== undefined) await createDataSecret(client, name, cluster.name, bootstrapData);
  const createOwned = async (owner: { owner?: Machine }) => {
    const common = { name, cluster: cluster.name, ...owner };
    await createProviderObject(client, infrastructure, { ...common, spec: options.spec ?? {} });
    if (bootstrap === undefined) return;
    await createProviderObject(client, bootstrap, { ...common, spec: options.bootstrapSpec ?? {} });
  };
  // As a MachineSet does: the referenced objects come first. Without the core, nothing else would set their owner.
  if (hasCore) await createOwned({});
  const machine = await client.create(Machine, machineObject(name, cluster.name, options));
  if (!hasCore) await createOwned({ owner: machine });
  return new MachineHandle(context, {
    name,
    cluster,
    infrastructure,
    ...(bootstrap === undefined ? {} : { bootstrap }),
  });
}

/** Options of a Machine without its related objects. */
export interface MachineObjectOptions extends Pick<MachineOptions, "bootstrapData" | "controlPlane" | "machine"> {
  readonly infrastructure: Referable;
  readonly bootstrap?: Referable;
}

/** A Machine without its related objects. */
export function machineObject(name: string, cluster: string, options: MachineObjectOptions): Machine {
  const { infrastructure, bootstrap, bootstrapData, controlPlane = false } = options;
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      name,
      namespace,
      labels: { [labels.clusterName]: cluster, ...(controlPlane ? { [labels.controlPlane]: "" } : {}) },
    },
    spec: {
      clusterName: cluster,
      infrastructureRef: referenceTo(infrastructure, name),
      ...options.machine,
      bootstrap: {
        ...(bootstrap === undefined ? {} : { configRef: referenceTo(bootstrap, name) }),
        ...(bootstrapData === undefined ? {} : { dataSecretName: name }),
      },
    },
  };
}

/** Creates the Secret with existing bootstrap data. */
export async function createDataSecret(
  client: Client,
  name: string,
  cluster: string,
  data: string,
  place = namespace,
): Promise<void> {
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: place, labels: { [labels.clusterName]: cluster } },
    type: "cluster.x-k8s.io/secret",
    data: { value: Buffer.from(data).toString("base64") },
  });
}

function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
