import path from "node:path";
import { format, resolveConfig } from "prettier";
import { describe, expect, test } from "vitest";
import { clusterReasons } from "./conditions/cluster-reasons.ts";
import { machineReasons } from "./conditions/machine-reasons.ts";
import { type ReasonOfGo } from "./conditions/reported.ts";

const page = path.resolve(import.meta.dirname, "../../../docs/conditions.md");
const withScene = (rows: readonly ReasonOfGo[]) => rows.filter(({ scene }) => scene !== undefined);

describe.each([
  ["Machines", machineReasons],
  ["Clusters", clusterReasons],
])("reasons of the Go core in conditions of %s", (_kind, rows) => {
  test("each is listed once", () => {
    const names = rows.map(({ condition, reason }) => `${condition}/${reason}`);
    expect([...new Set(names)]).toEqual(names);
  });

  test.each(withScene(rows))("$condition: $reason, when $when", ({ condition: type, reason, scene }) => {
    expect(scene?.()).toMatchObject({ type, reason });
  });
});

function table(rows: readonly ReasonOfGo[]): string {
  const lines = rows.map(({ condition, reason, when, scene, shownBy }) => {
    const isOurs = scene !== undefined || shownBy !== undefined;
    return `| ${condition} | ${reason} | ${isOurs ? "yes" : "no"} | ${when.replace(/^no: /, "")} |`;
  });
  return ["| condition | reason | ours | when, or why not |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

test("the page lists them as they are", async () => {
  const text = `# Reasons of conditions

Every reason that Cluster API 1.14 has for the v1beta2 conditions of Machines and Clusters, and whether our core controllers give
it. \`npx vitest run packages/core-controllers/test/condition-reasons.test.ts\` brings each about; with \`--update=all\` it writes
this page.

\`InternalError\`, which the Go core has for every condition with the message to look into its log, is never given here: what is in
the way is reported with a reason of its own: \`CRDNotInstalled\`, \`ContractLabelMissing\`, \`WatchFailed\`, \`AdoptionFailed\`,
\`ControlledByAnother\`, \`ContractViolation\`, \`ProviderIDNotUnique\`, and \`NoInfrastructure\` for a Cluster that refers to none.
Conditions carry no \`observedGeneration\`, so that a new generation alone costs no write.

## Machines

${table(machineReasons)}

## Clusters

${table(clusterReasons)}
`;
  const formatted = await format(text, { ...(await resolveConfig(page)), parser: "markdown" });
  await expect(formatted).toMatchFileSnapshot(page);
});
