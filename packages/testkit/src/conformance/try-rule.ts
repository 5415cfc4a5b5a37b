import { expect } from "vitest";
import type { ServerChoice } from "../environment/test-server.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import type { RuleCase } from "./rule-case.ts";
import { Scene } from "./scene.ts";

/** Tries a provider on one case, on a server of its own. @throws Error the rule is broken; the message says how. */
export async function tryRule(subject: ProviderUnderTest, { run }: RuleCase, server: ServerChoice): Promise<void> {
  await using scene = await Scene.start(subject, server);
  try {
    await run(scene);
  } finally {
    // Comes first if both are wrong: whatever else was seen may follow from it.
    expect(scene.restlessness.caught, "the provider answers its own writes without end").toBeUndefined();
  }
}
