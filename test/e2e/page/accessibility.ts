import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** The accessibility violations that axe-core finds in the current page, in sentences. @param rules - default: all. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated as an expression, because the page's policy does not let it load a script.
  await page.evaluate(axe.source);
  const only = rules === undefined ? {} : { runOnly: rules };
  const options = JSON.stringify({ resultTypes: ["violations"], ...only });
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`),
  );
}
