import { isCapstanError } from "@capstan/kube";
import { TestEnvironment } from "../../environment/test-environment.ts";
import type { ServerChoice } from "../../environment/test-server.ts";
import { RuleBroken } from "../play/rule-broken.ts";
import { NotSo } from "../scene/not-so.ts";
import { lastRequests } from "../scene/seen-requests.ts";
import type { PoolCase } from "./pool-cases.ts";
import { PoolScene } from "./pool-scene.ts";
import type { PoolUnderTest } from "./pool-under-test.ts";

/**
 * Tests an IPAM provider with one case, on its own server.
 *
 * @throws {@link RuleBroken} the case failed. For any other error, the provider is not the cause.
 */
export async function tryPoolRule(subject: PoolUnderTest, tried: PoolCase, server: ServerChoice): Promise<void> {
  await using env = await TestEnvironment.start({ server, core: false, reconcilers: await subject.reconcilers() });
  if (subject.manifests !== undefined) await env.apply(subject.manifests);
  try {
    await tried.run(new PoolScene(subject, env));
  } catch (error) {
    if (!(error instanceof NotSo) && !isCapstanError(error, "ReconcilerThrew")) throw error;
    const requests = lastRequests(env.requests({ by: "provider" }));
    const { kind } = subject.definition.kind;
    throw new RuleBroken(tried.rules, { kind, sentence: tried.sentence }, { found: error, requests, objects: [] });
  }
}
