import { listFault } from "@capstan/harness/faults";
import { describeIPAMContract, type PoolUnderTest, RuleBroken } from "@capstan/testkit/conformance";
import { describe, expect, test } from "vitest";
import { GlobalInClusterIPPool, InClusterIPPool } from "../../../../examples/ipam-in-cluster/src/api/definitions.ts";
import { InClusterPoolReconciler } from "../../../../examples/ipam-in-cluster/src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";
import { poolCases } from "../../src/conformance/ipam/pool-cases.ts";
import { tryPoolRule } from "../../src/conformance/ipam/try-pool-rule.ts";
import { faultyIPPoolProviders, titleOfIPPool } from "./raw/faulty-ip-pools.ts";
import { RawIPPool, RawIPPoolProvider } from "./raw/raw-ip-pool.ts";

for (const definition of [InClusterIPPool, GlobalInClusterIPPool]) {
  describeIPAMContract({
    definition,
    spec: { addresses: ["10.0.0.1"], prefix: 24 },
    reconcilers: () => [new InClusterPoolReconciler(definition)],
  });
}

const raw = (provider: new () => RawIPPoolProvider): PoolUnderTest<typeof RawIPPool> => ({
  definition: RawIPPool,
  spec: { address: "10.0.0.1" },
  reconcilers: () => [new provider()],
});

describeIPAMContract(raw(RawIPPoolProvider));

describe("the conformance suite for IPAM providers", () => {
  for (const faulty of faultyIPPoolProviders) {
    test(titleOfIPPool(faulty), async (context) => {
      const { fault, breaks, provider } = faulty;
      const cases = poolCases.filter(({ rules }) => rules.some((rule) => rule === breaks));
      const caughtBy = `the conformance suite: IPPool ${cases.map(({ sentence }) => sentence).join(", or ")}`;
      listFault(context, { fault: `IPAM provider that ${fault}`, breaks: [breaks], caughtBy });
      const found: unknown[] = [];
      for (const tried of cases) {
        await tryPoolRule(raw(provider) as unknown as PoolUnderTest, tried, "embedded").catch((error: unknown) => {
          found.push(error);
        });
      }
      expect(found.filter((error) => error instanceof RuleBroken)).not.toEqual([]);
      expect(found.filter((error) => !(error instanceof RuleBroken))).toEqual([]);
    });
  }
});
