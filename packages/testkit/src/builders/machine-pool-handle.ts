import { type KubernetesObject, labels, MachinePool } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { ObjectOf, ProviderDefinition } from "@capstan/provider";
import { type Client, isNotFound } from "@capstan/runtime";
import type { ClusterHandle } from "./cluster-handle.ts";
import { createDataSecret } from "./machine-handle.ts";
import { type BuilderContext, createProviderObject, namespace, type Referable, referenceTo } from "./test-objects.ts";

/** A MachinePool to create. */
export interface MachinePoolOptions<
  I extends ProviderDefinition<"InfraMachinePool"> = ProviderDefinition<"InfraMachinePool">,
> {
  /** The name, also of its InfraMachinePool. Default: "p1", "p2", ... in the order of creation. */
  readonly name?: string;
  /** Default: a provisioned Cluster that the environment creates. */
  readonly cluster?: ClusterHandle;
  /** The kind of the InfraMachinePool. */
  readonly infrastructure: I;
  /** `spec` of the InfraMachinePool. Default: empty. */
  readonly spec?: Partial<ObjectOf<I>["spec"]>;
  /** Default: 1. */
  readonly replicas?: number;
  /** Existing bootstrap data, in a Secret named after the MachinePool. Default: the pool waits for data. */
  readonly bootstrapData?: string;
  /** Annotations of the MachinePool, such as `cluster.x-k8s.io/replicas-managed-by`. Default: none. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * A MachinePool of a test environment, with its InfraMachinePool.
 *
 * @example
 * ```ts
 * import { defineInfraMachinePool, InfraMachinePoolReconciler, Type } from "@capstan/provider";
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloPool = defineInfraMachinePool({
 *   kind: "HelloMachinePool",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloPoolReconciler extends InfraMachinePoolReconciler<typeof HelloPool> {
 *   readonly definition = HelloPool;
 *   reconcilePool() {
 *     return this.outcome.poolProvisioned({ providerIDList: ["hello://1"] });
 *   }
 *   deletePool() {
 *     return this.outcome.deleted();
 *   }
 * }
 *
 * test("a pool lists its machines", async () => {
 *   await using env = await TestEnvironment.start({ reconcilers: [new HelloPoolReconciler()] });
 *   const pool = await env.createMachinePool({ infrastructure: HelloPool, bootstrapData: "#cloud-config" });
 *   await env.settled();
 *   expect(await pool.infrastructure()).toMatchObject({ spec: { providerIDList: ["hello://1"] } });
 * });
 * ```
 */
export class MachinePoolHandle<
  I extends ProviderDefinition<"InfraMachinePool"> = ProviderDefinition<"InfraMachinePool">,
> {
  /** The name of the MachinePool and its related objects. */
  readonly name: string;
  /** The namespace of the environment's objects. */
  readonly namespace = namespace;
  /** The Cluster of the MachinePool. */
  readonly cluster: ClusterHandle;
  readonly #client: Client;
  readonly #infrastructure: I;

  /** @internal Created by `createMachinePool` of the environment. */
  constructor(client: Client, parts: { name: string; cluster: ClusterHandle; infrastructure: I }) {
    this.#client = client;
    this.name = parts.name;
    this.cluster = parts.cluster;
    this.#infrastructure = parts.infrastructure;
  }

  /** Reads the MachinePool. */
  get(): Promise<MachinePool> {
    return this.#client.get(MachinePool, this.#key);
  }

  /** Reads the InfraMachinePool. */
  async infrastructure(): Promise<ObjectOf<I>> {
    return (await this.#client.get<KubernetesObject>(this.#infrastructure.kind, this.#key)) as ObjectOf<I>;
  }

  /** Sets `spec.replicas` of the MachinePool. */
  scale(replicas: number): Promise<void> {
    return this.patch({ spec: { replicas } });
  }

  /** Merges `body` into everything but the status. */
  async patch(body: object): Promise<void> {
    await this.#client.patch(MachinePool, this.#key, { type: "merge", body });
  }

  /** Deletes the InfraMachinePool, then the MachinePool. Safe to repeat. */
  async delete(): Promise<void> {
    for (const kind of [this.#infrastructure.kind, MachinePool]) {
      await this.#client.delete(kind, this.#key).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    }
  }

  get #key() {
    return { name: this.name, namespace };
  }
}

/** Creates a MachinePool, its bootstrap data, and its InfraMachinePool, adopted as by the core. */
export async function createMachinePool<I extends ProviderDefinition<"InfraMachinePool">>(
  { client }: BuilderContext,
  cluster: ClusterHandle,
  options: MachinePoolOptions<I> & { readonly name: string },
): Promise<MachinePoolHandle<I>> {
  const { name, infrastructure, bootstrapData, spec = {} } = options;
  if (bootstrapData !== undefined) await createDataSecret(client, name, cluster.name, bootstrapData);
  const owner = await client.create(MachinePool, machinePoolObject(name, cluster.name, options));
  await createProviderObject(client, infrastructure, { name, cluster: cluster.name, spec, owner });
  return new MachinePoolHandle(client, { name, cluster, infrastructure });
}

/** Options of a MachinePool without its related objects. */
export interface MachinePoolObjectOptions extends Pick<
  MachinePoolOptions,
  "annotations" | "bootstrapData" | "replicas"
> {
  readonly infrastructure: Referable;
}

/** A MachinePool without its related objects. */
export function machinePoolObject(name: string, cluster: string, options: MachinePoolObjectOptions): MachinePool {
  const { infrastructure, bootstrapData, replicas = 1, annotations = {} } = options;
  return {
    apiVersion: apiVersionOf(MachinePool),
    kind: MachinePool.kind,
    metadata: { name, namespace, labels: { [labels.clusterName]: cluster }, annotations: { ...annotations } },
    spec: {
      clusterName: cluster,
      replicas,
      template: {
        spec: {
          clusterName: cluster,
          infrastructureRef: referenceTo(infrastructure, name),
          bootstrap: bootstrapData === undefined ? { configRef: unknownConfig(name) } : { dataSecretName: name },
        },
      },
    },
  };
}

/** A reference to an object that is never created. */
function unknownConfig(name: string) {
  return { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "UnknownConfig", name };
}
