import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { priorities } from "../../../build/api-services.ts";
import { bootstrapPolicy } from "../../../build/bootstrap-policy.ts";
import { flowObjects } from "../../../build/flow-objects.ts";
import { healthChecks } from "../../../build/health-checks.ts";

test.runIf(process.env.KUBEBUILDER_ASSETS).each([
  ["the roles and bindings", "bootstrap/policy", bootstrapPolicy],
  ["the FlowSchemas and PriorityLevelConfigurations", "flow-control/objects", flowObjects],
  ["the priorities of groups", "api-services/priorities", priorities],
  ["the names of health checks", "server/health/checks", healthChecks],
])("%s that a server has from its beginning are what `npm run generate` writes", async (_what, file, generate) => {
  const written = readFileSync(new URL(`../src/${file}.generated.ts`, import.meta.url), "utf8");
  expect(await generate(), "Run npm run generate").toBe(written);
});
