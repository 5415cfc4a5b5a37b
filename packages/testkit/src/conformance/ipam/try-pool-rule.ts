import { TestEnvironment } from "../../environment/test-environment.ts";
import type { ServerChoice } from "../../environment/test-server.ts";
import { namespace } from "../../builders/test-objects.ts";
import { RuleBroken } from "../play/rule-broken.ts";
import { lastRequests } from "../scene/seen-requests.ts";
import { type PoolCase, poolFinding } from "./pool-cases.ts";
import { PoolScene, type PoolWorld } from "./pool-scene.ts";
import type { PoolUnderTest } from "./pool-under-test.ts";

/**
 * Tests an IPAM provider with one case, on its own server.
 *
 * @throws {@link RuleBroken} the case failed. For any other error, the provider is not the cause.
 */
export async function tryPoolRule(subject: PoolUnderTest, tried: PoolCase, server: ServerChoice): Promise<void> {
  await using management = await TestEnvironment.start({
    server,
    core: false,
    reconcilers: await subject.reconcilers(),
  });
  if (subject.manifests !== undefined) await management.apply(subject.manifests);
  const { definition, spec } = subject;
  const scene = new PoolScene({ kind: definition.kind, spec }, worldOf(management));
  const found = await poolFinding(tried, scene);
  if (found === undefined) return;
  const requests = lastRequests(management.requests({ by: "provider" }));
  const { kind } = definition.kind;
  throw new RuleBroken(tried.rules, { kind, sentence: tried.sentence }, { found, requests, objects: [] });
}

function worldOf(management: TestEnvironment): PoolWorld {
  return {
    client: management.client,
    namespace,
    settled: () => management.settled(),
    until: async (isSo, seconds) => {
      await management.settled();
      for (let second = 0; !(await isSo()); second += 1) {
        if (second === seconds) return false;
        await management.clock.advance({ seconds: 1 });
      }
      return true;
    },
  };
}
