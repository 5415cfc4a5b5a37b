import { describe, expect, test } from "vitest";
import { listFault } from "@capstan/harness/faults";
import { type ProviderUnderTest, RuleBroken } from "@capstan/testkit/conformance";
import type { RuleCase } from "../../src/conformance/rule-case.ts";
import { casesFor } from "../../src/conformance/describe-provider-contract.ts";
import { tryRule } from "../../src/conformance/try-rule.ts";
import { faultyClusterProviders } from "./raw/faulty-clusters.ts";
import { faultyConfigProviders } from "./raw/faulty-configs.ts";
import { faultyControlPlaneProviders } from "./raw/faulty-control-planes.ts";
import { faultyMachineProviders } from "./raw/faulty-machines.ts";
import { faultyPoolProviders } from "./raw/faulty-pools.ts";
import { titleOf } from "./raw/faulty-provider.ts";

describe("the conformance suite", () => {
  for (const faulty of [
    ...faultyMachineProviders,
    ...faultyConfigProviders,
    ...faultyClusterProviders,
    ...faultyControlPlaneProviders,
    ...faultyPoolProviders,
  ]) {
    test(titleOf(faulty), async (context) => {
      const { fault, breaks, subject } = faulty;
      const { role, contract } = subject.definition;
      const cases = casesFor(subject.definition).filter(({ holding }) => holding.some((rule) => rule === breaks));
      const caughtBy = `the conformance suite: ${role} ${cases.map(({ sentence }) => sentence).join(", or ")}`;
      listFault(context, { fault: `${role} provider (${contract}) that ${fault}`, breaks: [breaks], caughtBy });

      const findings = await Promise.all(cases.map((found) => findingOf(subject, found)));
      const messages = findings.filter((finding) => finding !== undefined);
      expect(messages).not.toEqual([]);
      for (const message of messages) {
        expect(message).not.toMatch(meaningless);
        expect(message).toMatch(/\nThe provider('s last requests:\n- \w+ \w+| sent no requests)/);
      }
    });
  }
});

/** What an assertion says of values that no one can know. */
const meaningless = /: expected (true|false|undefined|null|\d+|'') to /;

/** What the suite says; not what else may go wrong. */
async function findingOf(subject: ProviderUnderTest, found: RuleCase): Promise<string | undefined> {
  try {
    await tryRule(subject, found, "embedded");
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error.message;
    throw error;
  }
}
