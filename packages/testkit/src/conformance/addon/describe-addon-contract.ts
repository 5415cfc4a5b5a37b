import type { AddonDefinition } from "@capstan/provider";
import { describeOnServers } from "../play/describe-on-servers.ts";
import { addonCases } from "./addon-cases.ts";
import type { AddonUnderTest } from "./addon-under-test.ts";
import { tryAddonCase } from "./try-addon-case.ts";

/**
 * Tests an add-on provider against what its users may rely on: one vitest test for each promise that an author can break. Cluster API has no
 * contract for add-ons. Call it at the top of a test file. Each test starts the provider with its own management cluster, and up to three
 * workload clusters; the suite acts as the core.
 *
 * @example
 * <!-- no-run: the suite takes a minute; the tests of the example addon-manifests run it -->
 * ```ts
 * import { AddonReconciler, ConfigMap, defineAddon, Type } from "@capstan/provider";
 * import { describeAddonContract } from "@capstan/testkit/conformance";
 *
 * const HelloAddon = defineAddon({
 *   kind: "HelloAddon",
 *   versions: { v1alpha1: { spec: Type.Object({ greeting: Type.String() }) } },
 * });
 *
 * class HelloAddonReconciler extends AddonReconciler<typeof HelloAddon> {
 *   readonly definition = HelloAddon;
 *
 *   async reconcileAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
 *     const { client } = await workload();
 *     const key = { name: "greeting", namespace: "default" };
 *     const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { text: object.spec.greeting } };
 *     await client.patch(ConfigMap, key, { type: "apply", fieldManager: "hello", force: true, body }, { signal });
 *     return this.outcome.installed();
 *   }
 * }
 *
 * describeAddonContract({
 *   definition: HelloAddon,
 *   spec: { greeting: "hi" },
 *   keeps: true, // the reconciler has no deleteAddon
 *   reconcilers: () => [new HelloAddonReconciler()],
 * });
 * ```
 */
export function describeAddonContract<D extends AddonDefinition>(subject: AddonUnderTest<D>): void {
  // The suite treats the object's fields as data, whatever their types.
  const generic = subject as unknown as AddonUnderTest;
  describeOnServers({
    claim: `${subject.definition.kind.kind} keeps the promises of add-ons`,
    servers: subject.servers,
    cases: addonCases(generic),
    titleOf: ({ sentence }) => sentence,
    run: (tried, server) => tryAddonCase(generic, tried, server),
  });
}
