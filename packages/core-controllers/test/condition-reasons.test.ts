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
  test("each reason is listed once", () => {
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
  return ["| condition | reason | Capstan | when, or why not |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

test("docs/conditions.md lists all reasons", async () => {
  const text = `# Reasons of conditions

Every reason of Cluster API 1.14 for the v1beta2 conditions of Machines and Clusters, and whether Capstan's core controllers set it.
\`npx vitest run packages/core-controllers/test/condition-reasons.test.ts\` reproduces each reason; with \`--update=all\`, it writes this
page.

The Go core has the reason \`InternalError\` for every condition, with a message that refers to its log. Capstan reports the cause
instead: \`CRDNotInstalled\`, \`ContractLabelMissing\`, \`WatchFailed\`, \`AdoptionFailed\`, \`ControlledByAnother\`, \`ContractViolation\`,
\`ProviderIDNotUnique\`, or \`NoInfrastructure\` for a Cluster without an infrastructure reference. Conditions have no
\`observedGeneration\`, so a new generation alone causes no write.

## Machines

${table(machineReasons)}

## Clusters

${table(clusterReasons)}
`;
  const formatted = await format(text, { ...(await resolveConfig(page)), parser: "markdown" });
  await expect(formatted).toMatchFileSnapshot(page);
});
