import type { ServerChoice } from "../environment/test-server.ts";
import type { ConcerningCase } from "./cases/rule-cases.ts";
import { InProcessWorld } from "./in-process-world.ts";
import { playCase } from "./play/play-case.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { RuleBroken, ScenarioBlocked } from "./rule-broken.ts";
import { Scene } from "./scene/scene.ts";

/**
 * Tries a provider on one case, in this process and on a server of its own.
 *
 * @throws {@link RuleBroken} the case does not hold.
 * @throws {@link ScenarioBlocked} the case could not be played, because of what the provider does before. Any other error is not the
 *   provider's fault.
 */
export async function tryRule(provider: ProviderUnderTest, tried: ConcerningCase, server: ServerChoice): Promise<void> {
  await using scene = new Scene(provider, await InProcessWorld.start(provider, server));
  const outcome = await playCase(scene, tried);
  const { kind } = provider.definition.kind;
  if (outcome.type === "broken") throw new RuleBroken(outcome.rules, { kind, sentence: tried.sentence }, outcome.seen);
  if (outcome.type === "blocked") throw new ScenarioBlocked({ kind, sentence: tried.sentence }, outcome.seen);
}
