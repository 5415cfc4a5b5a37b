import { isCapstanError } from "@capstan/kube";
import { expect } from "vitest";
import type { ServerChoice } from "../environment/test-server.ts";
import { NotSo } from "./not-so.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { RuleBroken } from "./rule-broken.ts";
import type { RuleCase } from "./rule-case.ts";
import { Scene } from "./scene.ts";
import { seenRequests } from "./seen-requests.ts";

/**
 * Tries a provider on one case, on a server of its own.
 *
 * @throws {@link RuleBroken} the case does not hold. Any other error is not the provider's fault.
 */
export async function tryRule(subject: ProviderUnderTest, tried: RuleCase, server: ServerChoice): Promise<void> {
  await using scene = await Scene.start(subject, server);
  try {
    await observe(scene, tried);
  } catch (error) {
    if (!isFinding(error)) throw error;
    const seen = seenRequests(scene.env.requests({ by: "provider" }));
    throw new RuleBroken(tried.rules, subject.definition.kind.kind, tried.sentence, error, seen);
  }
}

async function observe(scene: Scene, { run }: RuleCase): Promise<void> {
  try {
    await run(scene);
  } finally {
    // Comes first if both are wrong: whatever else was seen may follow from it.
    expect(scene.restlessness.caught, "the provider reacts to its own writes endlessly").toBeUndefined();
  }
}

/** What the suite saw, or the provider threw; not what else may go wrong. */
function isFinding(error: unknown): error is Error {
  if (error instanceof NotSo || isCapstanError(error, "ReconcilerThrew")) return true;
  return error instanceof Error && error.name === "AssertionError";
}
