import process from "node:process";
import type { ProviderDefinition } from "@capstan/provider";
import { describe, test } from "vitest";
import type { ServerChoice } from "../environment/test-server.ts";
import { casesFor, titleOfCase } from "./cases/rule-cases.ts";
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
  const { definition, servers = ["embedded"] } = subject;
  // The suite treats the object's fields as data, whatever their types.
  const generic = subject as unknown as ProviderUnderTest;
  for (const server of servers) {
    describe(`${definition.kind.kind} fulfills the provider contract on the ${server} server`, () => {
      for (const found of casesFor(definition)) {
        test.runIf(isThere(server))(titleOfCase(found), { timeout: patienceMs }, () => tryRule(generic, found, server));
      }
    });
  }
}

/** The time limit of a case, in milliseconds: a case takes seconds on an idle machine, and a busy machine must not fail the provider. */
const patienceMs = 60_000;

function isThere(server: ServerChoice): boolean {
  return server === "embedded" || (process.env.KUBEBUILDER_ASSETS ?? "") !== "";
}
