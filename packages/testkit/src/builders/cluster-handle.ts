import { Cluster } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { ObjectOf, ProviderDefinition } from "@capstan/provider";
import type { Client } from "@capstan/runtime";
import { type BuilderContext, createProviderObject, namespace, networks, referenceTo } from "./test-objects.ts";

/** A Cluster to create. */
export interface ClusterOptions<I extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">> {
  /** Default: "test". */
  readonly name?: string;
  /** The kind of its infrastructure. Default: none; the infrastructure counts as provisioned. */
  readonly infrastructure?: I;
  /** `spec` of the infra cluster. Default: empty. */
  readonly infrastructureSpec?: Partial<ObjectOf<I>["spec"]>;
  /** The kind of its control plane. Default: none. */
  readonly controlPlane?: ProviderDefinition<"ControlPlane">;
  /** `spec` of the control plane object. Default: empty. */
  readonly controlPlaneSpec?: object;
  /** `spec` of the Cluster, without the references. Default: a Pod and a Service network. */
  readonly spec?: Cluster["spec"];
  /** Without the core controllers: whether the infrastructure counts as provisioned. Default: true. */
  readonly provisioned?: boolean;
}

/**
 * A Cluster of a test environment.
 *
 * @example
 * ```ts
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a Cluster is paused", async () => {
 *   await using env = await TestEnvironment.start();
 *   const cluster = await env.createCluster({ name: "c1" });
 *   await cluster.patch({ spec: { paused: true } });
 *   expect((await cluster.get()).spec.paused).toBe(true);
 * });
 * ```
 */
export class ClusterHandle {
  /** The name of the Cluster. */
  readonly name: string;
  /** The namespace of the environment's objects. */
  readonly namespace = namespace;
  readonly #client: Client;

  constructor(client: Client, name: string) {
    this.#client = client;
    this.name = name;
  }

  /** Reads the Cluster. */
  get(): Promise<Cluster> {
    return this.#client.get(Cluster, { name: this.name, namespace });
  }

  /** Merges `body` into everything but the status. */
  async patch(body: object): Promise<void> {
    await this.#client.patch(Cluster, { name: this.name, namespace }, { type: "merge", body });
  }

  /** Merges `status` into the status, as the core controllers would write it. */
  async patchStatus(status: object): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.#client.patch(Cluster, { name: this.name, namespace }, patch, { subresource: "status" });
  }

  /** Deletes the Cluster; finalizers may keep it for a while. */
  async delete(): Promise<void> {
    await this.#client.delete(Cluster, { name: this.name, namespace });
  }
}

/** Creates a Cluster, its infra cluster and its control plane object. */
export async function createCluster<I extends ProviderDefinition<"InfraCluster">>(
  { client, hasCore }: BuilderContext,
  options: ClusterOptions<I>,
): Promise<ClusterHandle> {
  const { name = "test", spec = networks, provisioned = true } = options;
  const { infrastructure, infrastructureSpec = {}, controlPlane, controlPlaneSpec = {} } = options;
  const cluster = await client.create(Cluster, {
    apiVersion: apiVersionOf(Cluster),
    kind: Cluster.kind,
    metadata: { name, namespace },
    spec: {
      ...spec,
      ...(infrastructure === undefined ? {} : { infrastructureRef: referenceTo(infrastructure, name) }),
      ...(controlPlane === undefined ? {} : { controlPlaneRef: referenceTo(controlPlane, name) }),
    },
  });
  const owned = { name, cluster: name, ...(hasCore ? {} : { owner: cluster }) };
  if (infrastructure !== undefined) {
    await createProviderObject(client, infrastructure, { ...owned, spec: infrastructureSpec });
  }
  if (controlPlane !== undefined) {
    await createProviderObject(client, controlPlane, { ...owned, spec: controlPlaneSpec });
  }
  const handle = new ClusterHandle(client, name);
  if (!hasCore && provisioned) await handle.patchStatus({ initialization: { infrastructureProvisioned: true } });
  return handle;
}
