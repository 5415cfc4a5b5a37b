import { describe, expect, test } from "vitest";
import { listFault } from "@capstan/harness/faults";
import { type ProviderUnderTest, RuleBroken, ScenarioBlocked } from "@capstan/testkit/conformance";
import { casesFor, type ConcerningCase } from "../../src/conformance/cases/rule-cases.ts";
import { tryRule } from "../../src/conformance/try-rule.ts";
import { allFaultyProviders } from "./raw/all-faulty-providers.ts";
import { titleOf } from "./raw/faulty-provider.ts";

describe("the conformance suite", () => {
  for (const faulty of allFaultyProviders) {
    test(titleOf(faulty), async (context) => {
      const { fault, breaks, subject } = faulty;
      const { role, contract } = subject.definition;
      const cases = casesFor(subject.definition).filter(({ holding }) => holding.some((rule) => rule === breaks));
      const caughtBy = `the conformance suite: ${role} ${cases.map(({ sentence }) => sentence).join(", or ")}`;
      listFault(context, { fault: `${role} provider (${contract}) that ${fault}`, breaks: [breaks], caughtBy });

      const findings = await Promise.all(cases.map((found) => findingOf(subject, found)));
      const own = findings
        .filter((finding) => finding !== undefined)
        .filter(({ violations }) => violations.some(({ rule }) => rule === breaks));
      expect(own, `what else was found: ${String(findings)}`).not.toEqual([]);
      for (const { message } of own) {
        expect(message).not.toMatch(meaningless);
        expect(message).toMatch(/\nThe provider('s last requests:\n- \w+ \w+| sent no requests)/);
      }
    });
  }
});

/** An assertion message whose values mean nothing to a reader. */
const meaningless = /: expected (true|false|undefined|null|\d+|'') to /;

/** The findings of the suite; a case that cannot run has no findings. */
async function findingOf(subject: ProviderUnderTest, found: ConcerningCase): Promise<RuleBroken | undefined> {
  try {
    await tryRule(subject, found, "embedded");
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    if (error instanceof ScenarioBlocked) return undefined;
    throw error;
  }
}
