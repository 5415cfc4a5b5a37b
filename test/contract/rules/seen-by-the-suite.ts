import { RuleBroken, ScenarioBlocked } from "@capstan/testkit/conformance";
import { casesFor } from "../../../packages/testkit/src/conformance/cases/rule-cases.ts";
import { tryRule } from "../../../packages/testkit/src/conformance/try-rule.ts";
import { faultyClusterProviders } from "../../../packages/testkit/test/conformance/raw/faulty-clusters.ts";
import { faultyConfigProviders } from "../../../packages/testkit/test/conformance/raw/faulty-configs.ts";
import { faultyMachineProviders } from "../../../packages/testkit/test/conformance/raw/faulty-machines.ts";
import { type FaultyProvider, titleOf } from "../../../packages/testkit/test/conformance/raw/faulty-provider.ts";
import { type Sighting, sightingOf } from "./sighting.ts";

const providers = [...faultyMachineProviders, ...faultyConfigProviders, ...faultyClusterProviders];
/** The number of concurrent scenes that a small machine runs within the time limit of the cases. */
const atATime = 8;

/** The conformance suite's finding on one faulty provider, for each rule that any provider breaks. */
export async function seenByTheSuite(): Promise<Sighting[]> {
  const chosen = [...new Map(providers.toReversed().map((faulty) => [faulty.breaks, faulty])).values()];
  const seen: Sighting[] = [];
  for (let index = 0; index < chosen.length; index += atATime) {
    seen.push(...(await Promise.all(chosen.slice(index, index + atATime).map(sightingIn))));
  }
  return seen;
}

async function sightingIn(faulty: FaultyProvider): Promise<Sighting> {
  const { subject, breaks } = faulty;
  const cases = casesFor(subject.definition).filter(({ holding }) => holding.some((rule) => rule === breaks));
  for (const found of cases) {
    try {
      await tryRule(subject, found, "embedded");
    } catch (error) {
      if (error instanceof RuleBroken && error.violations.some(({ rule }) => rule === breaks)) {
        return sightingOf("conformance suite", titleOf(faulty), breaks, error.violations);
      }
      if (error instanceof RuleBroken || error instanceof ScenarioBlocked) continue;
      throw error;
    }
  }
  throw new Error(`The suite does not see that ${titleOf(faulty)}`);
}
