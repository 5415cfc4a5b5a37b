import type { IPPoolDefinition } from "@capstan/provider";
import { describeOnServers } from "../play/describe-on-servers.ts";
import { poolCases } from "./pool-cases.ts";
import type { PoolUnderTest } from "./pool-under-test.ts";
import { tryPoolRule } from "./try-pool-rule.ts";

/**
 * Tests an IPAM provider against the contract of Cluster API: one vitest test for each rule that is observable at run time, with the rule's
 * id in its name. Call it at the top of a test file. Each test starts the provider on its own server; the suite creates claims, as an
 * infrastructure provider does.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/ipam
 *
 * @example
 * <!-- no-run: the suite takes a minute; the tests of the example ipam-in-cluster run it -->
 * ```ts
 * import { defineIPPool, IPPoolReconciler, Type } from "@capstan/provider";
 * import { describeIPAMContract } from "@capstan/testkit/conformance";
 *
 * const HelloIPPool = defineIPPool({
 *   kind: "HelloIPPool",
 *   versions: { v1alpha1: { spec: Type.Object({ address: Type.String() }) } },
 * });
 *
 * class HelloIPPoolReconciler extends IPPoolReconciler<typeof HelloIPPool> {
 *   readonly definition = HelloIPPool;
 *   allocate({ pool: { spec }, inUse }: this["Scope"]) {
 *     if (inUse.has(spec.address)) return this.outcome.exhausted();
 *     return this.outcome.allocated({ address: spec.address, prefix: 24 });
 *   }
 * }
 *
 * describeIPAMContract({
 *   definition: HelloIPPool,
 *   spec: { address: "192.0.2.1" },
 *   reconcilers: () => [new HelloIPPoolReconciler()],
 * });
 * ```
 */
export function describeIPAMContract<D extends IPPoolDefinition>(subject: PoolUnderTest<D>): void {
  // The suite treats the pool's fields as data, whatever their types.
  const generic = subject as unknown as PoolUnderTest;
  describeOnServers({
    claim: `${subject.definition.kind.kind} fulfills the IPAM contract`,
    servers: subject.servers,
    cases: poolCases,
    titleOf: ({ rules, sentence }) => `${rules.join(", ")}: ${sentence}`,
    run: (tried, server) => tryPoolRule(generic, tried, server),
  });
}
