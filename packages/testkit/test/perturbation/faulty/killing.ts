import { findDivergences, PerturbationError } from "@capstan/testkit/perturbation";
import type { FaultyProvider, Killer } from "./faulty-provider.ts";

/**
 * Checks whether a perturbation reveals a fault.
 *
 * @returns the actual finding, if it differs from the expected finding; undefined if they match.
 */
export async function survives({ scenario, says }: FaultyProvider, killer: Killer): Promise<string | undefined> {
  const found = (await problemsOf(scenario, killer)).join("\n");
  if (says.test(found)) return undefined;
  return found === "" ? "nothing is found" : `what is found says something else:\n${found}`;
}

async function problemsOf(scenario: FaultyProvider["scenario"], killer: Killer): Promise<readonly string[]> {
  const isUndisturbed = killer === "undisturbed";
  try {
    const options = isUndisturbed ? { atMost: 0 } : ({ only: [killer], stopAtFirst: true } as const);
    const { divergences } = await findDivergences(scenario, options);
    return divergences.flatMap(({ problems }) => problems);
  } catch (error) {
    if (isUndisturbed && error instanceof PerturbationError)
      return error.report.divergences.flatMap(({ problems }) => problems);
    throw error;
  }
}
