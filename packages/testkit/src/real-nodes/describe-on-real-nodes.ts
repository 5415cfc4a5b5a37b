import { Cluster } from "@capstan/contract";
import { isCapstanError, optional } from "@capstan/kube";
import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import { isNotFound, Node } from "@capstan/runtime";
import { describe, expect, type TestContext, test } from "vitest";
import type { ClusterHandle } from "../builders/cluster-handle.ts";
import type { NodeImages } from "./node-engine.ts";
import { RealNodes } from "./real-nodes.ts";

/** A bootstrap provider to try on real Nodes. */
export interface RealNodesSubject<B extends ProviderDefinition<"BootstrapConfig">> {
  /** The name of the suite. Default: the kind. */
  readonly name?: string;
  /** The kind of the bootstrap config. */
  readonly definition: B;
  /** New reconcilers of the provider. */
  reconcilers(): readonly ProviderController[];
  /** `spec` of the config of a worker. A function is called when the control plane is Running. */
  readonly worker: Partial<ObjectOf<B>["spec"]> | WorkerSpec<B>;
  /** `spec` of the config of the first control plane Machine. Default: the kubeadm bootstrap provider initializes the Cluster. */
  readonly controlPlane?: Partial<ObjectOf<B>["spec"]>;
  /** Default: the image of CAPSTAN_NODE_IMAGE_ASSETS, otherwise kindest/node. */
  readonly images?: NodeImages;
}

/** Returns the `spec` of a worker's config, for example with a token of the workload cluster. */
export type WorkerSpec<B extends ProviderDefinition<"BootstrapConfig">> = (
  nodes: RealNodes,
  cluster: ClusterHandle,
) => Partial<ObjectOf<B>["spec"]> | Promise<Partial<ObjectOf<B>["spec"]>>;

/** Longer than any Node takes on a busy machine; {@link RealNodes.until} ends earlier if nothing changes. */
const timeoutMs = 3_600_000;

/**
 * Tests a bootstrap provider with containers that boot from its data: a control plane and a worker become Nodes, Ready and with the
 * providerIDs of their containers, and deletion leaves nothing behind. It is skipped if no container engine answers. Call it at the top of
 * a test file.
 *
 * @example
 * <!-- no-run: needs a container engine, and minutes -->
 * ```ts
 * import { BootstrapConfigReconciler, defineBootstrapConfig, Type } from "@capstan/provider";
 * import { describeOnRealNodes } from "@capstan/testkit/real-nodes";
 *
 * const ScriptConfig = defineBootstrapConfig({
 *   kind: "ScriptConfig",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ script: Type.String() }) } },
 * });
 *
 * class ScriptConfigReconciler extends BootstrapConfigReconciler<typeof ScriptConfig> {
 *   readonly definition = ScriptConfig;
 *   reconcileBootstrap({ object }: this["Scope"]) {
 *     return this.outcome.data(`#!/bin/sh\n${object.spec.script}`);
 *   }
 * }
 *
 * describeOnRealNodes({
 *   definition: ScriptConfig,
 *   reconcilers: () => [new ScriptConfigReconciler()],
 *   worker: { script: "kubeadm join --config /etc/join.yaml" },
 * });
 * ```
 */
export function describeOnRealNodes<B extends ProviderDefinition<"BootstrapConfig">>(
  subject: RealNodesSubject<B>,
): void {
  const { name = subject.definition.kind.kind } = subject;
  describe(`${name}, on real Nodes`, () => {
    test("boots a control plane and a worker, and leaves nothing behind", { timeout: timeoutMs }, async (context) => {
      await using nodes = await startOrSkip(subject, context);
      await bootAndDelete(nodes, subject, context);
    });
  });
}

async function startOrSkip<B extends ProviderDefinition<"BootstrapConfig">>(
  subject: RealNodesSubject<B>,
  context: TestContext,
): Promise<RealNodes> {
  try {
    return await RealNodes.start({ reconcilers: subject.reconcilers(), ...optional("images", subject.images) });
  } catch (error) {
    // No engine answers.
    if (!isCapstanError(error, "Pending")) throw error;
    return context.skip(error.message);
  }
}

async function bootAndDelete<B extends ProviderDefinition<"BootstrapConfig">>(
  nodes: RealNodes,
  subject: RealNodesSubject<B>,
  context: TestContext,
): Promise<void> {
  const since = stopwatch();
  const cluster = await nodes.createCluster();
  const { definition: bootstrap, controlPlane: bootstrapSpec, worker: workerSpec } = subject;
  const controlPlane =
    bootstrapSpec === undefined
      ? await nodes.createControlPlane(cluster)
      : await nodes.createMachine(cluster, { bootstrap, bootstrapSpec, controlPlane: true });
  await nodes.ready(controlPlane);
  await context.annotate(`the control plane is Ready after ${since()} s`);
  const spec = typeof workerSpec === "function" ? await workerSpec(nodes, cluster) : workerSpec;
  const worker = await nodes.createMachine(cluster, { bootstrap, bootstrapSpec: spec });
  await nodes.ready(worker);
  await context.annotate(`the worker is Ready after ${since()} s`);
  const machines = await Promise.all([controlPlane, worker].map((machine) => machine.get()));
  expect(await providerIDs(nodes, cluster)).toEqual(
    machines.map(({ metadata, spec }) => [metadata.name, spec.providerID]).toSorted(),
  );
  await worker.delete();
  await nodes.until("the worker is gone", async () => (await providerIDs(nodes, cluster)).length === 1);
  await cluster.delete();
  await nodes.until("the Cluster is gone", () => isGone(nodes, cluster));
  await context.annotate(`all is deleted after ${since()} s`);
  expect(await nodes.remains(cluster)).toEqual([]);
}

/** The names and providerIDs of the Nodes, by name. */
async function providerIDs(nodes: RealNodes, cluster: ClusterHandle) {
  const workload = await nodes.workload(cluster);
  const { items } = await workload.list(Node);
  return items.map(({ metadata, spec }) => [metadata.name, spec?.providerID ?? ""]).toSorted();
}

async function isGone({ env }: RealNodes, { namespace, name }: ClusterHandle): Promise<boolean> {
  try {
    await env.client.get(Cluster, { namespace, name });
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

function stopwatch(): () => number {
  const startMs = performance.now();
  return () => Math.round((performance.now() - startMs) / 1_000);
}
