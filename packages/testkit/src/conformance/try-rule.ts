import type { ServerChoice } from "../environment/test-server.ts";
import type { ConcerningCase } from "./cases/rule-cases.ts";
import { InProcessWorld } from "./in-process-world.ts";
import { playCase } from "./play/play-case.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { RuleBroken, ScenarioBlocked } from "./play/rule-broken.ts";
import { Scene } from "./scene/scene.ts";

/**
 * Tests a provider with one case, in this process and on its own server.
 *
 * @throws {@link RuleBroken} the case failed.
 * @throws {@link ScenarioBlocked} the provider failed during the setup of the case. For any other error, the provider is not the cause.
 */
export async function tryRule(provider: ProviderUnderTest, tried: ConcerningCase, server: ServerChoice): Promise<void> {
  await using scene = new Scene(provider, await InProcessWorld.start(provider, server, tried));
  const outcome = await playCase(scene, tried);
  const { kind } = provider.definition.kind;
  if (outcome.type === "broken") throw new RuleBroken(outcome.rules, { kind, sentence: tried.sentence }, outcome.seen);
  if (outcome.type === "blocked") throw new ScenarioBlocked({ kind, sentence: tried.sentence }, outcome.seen);
}
