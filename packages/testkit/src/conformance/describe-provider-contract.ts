import type { ProviderDefinition } from "@capstan/provider";
import { casesFor, titleOfCase } from "./cases/rule-cases.ts";
import { describeOnServers } from "./play/describe-on-servers.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { tryRule } from "./try-rule.ts";

/**
 * Tests a running provider against the contract of Cluster API: one vitest test for each rule that is observable at run time, with the
 * rule's id in its name. Call it at the top of a test file.
 *
 * Each test starts the provider on its own server; the suite acts as the core, and advances the clock. {@link unobservedRules} lists the
 * rules that it cannot observe.
 *
 * @see the contract pages, https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview
 *
 * @example
 * <!-- no-run: the suite takes a minute; the tests of the example providers run it -->
 * ```ts
 * import { defineInfraCluster, InfraClusterReconciler, Type } from "@capstan/provider";
 * import { describeProviderContract } from "@capstan/testkit/conformance";
 *
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloClusterReconciler extends InfraClusterReconciler<typeof HelloCluster> {
 *   readonly definition = HelloCluster;
 *   reconcileCluster() {
 *     return this.outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } });
 *   }
 * }
 *
 * describeProviderContract({
 *   definition: HelloCluster,
 *   spec: {},
 *   reconcilers: () => [new HelloClusterReconciler()],
 * });
 * ```
 */
export function describeProviderContract<D extends ProviderDefinition>(subject: ProviderUnderTest<D>): void {
  // The suite treats the object's fields as data, whatever their types.
  const generic = subject as unknown as ProviderUnderTest;
  describeOnServers({
    claim: `${subject.definition.kind.kind} fulfills the provider contract`,
    servers: subject.servers,
    cases: casesFor(subject.definition),
    titleOf: titleOfCase,
    run: (tried, server) => tryRule(generic, tried, server),
  });
}
