import { isCapstanError } from "@capstan/kube";
import { TestEnvironment } from "../../environment/test-environment.ts";
import type { ServerChoice } from "../../environment/test-server.ts";
import { RuleBroken } from "../play/rule-broken.ts";
import { NotSo } from "../scene/not-so.ts";
import { lastRequests } from "../scene/seen-requests.ts";
import type { AddonCase } from "./addon-case.ts";
import { AddonScene } from "./addon-scene.ts";
import type { AddonUnderTest } from "./addon-under-test.ts";
import { WatchedWorkloads } from "./watched-workloads.ts";

/**
 * Tests an add-on provider with one case, on its own servers.
 *
 * @throws {@link RuleBroken} the case failed. For any other error, the provider is not the cause.
 */
export async function tryAddonCase(subject: AddonUnderTest, tried: AddonCase, server: ServerChoice): Promise<void> {
  using workloads = new WatchedWorkloads();
  await using management = await TestEnvironment.start({
    server,
    core: false,
    reconcilers: await subject.reconcilers(),
    workloadServer: (cluster) => workloads.start(cluster),
    // The case about Secrets searches itself, so that the finding is its own.
    secretGuard: false,
  });
  if (subject.manifests !== undefined) await management.apply(subject.manifests);
  try {
    await tried.run(new AddonScene(subject, management, workloads));
  } catch (error) {
    if (!(error instanceof NotSo) && !isCapstanError(error, "ReconcilerThrew")) throw error;
    const requests = lastRequests(management.requests({ by: "provider" }));
    const { kind } = subject.definition.kind;
    throw new RuleBroken([], { kind, sentence: tried.sentence }, { found: error, requests, objects: [] });
  }
}
