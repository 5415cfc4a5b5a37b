import type { DynamicRuleId } from "@capstan/contract";
import { isCapstanError } from "@capstan/kube";
import type { ConcerningCase } from "../cases/rule-cases.ts";
import { NotObservable, NotSo } from "../scene/not-so.ts";
import type { Scene } from "../scene/scene.ts";
import { sceneObjects } from "../scene/seen-objects.ts";
import { lastRequests } from "../scene/seen-requests.ts";
import type { Outcome } from "./outcome.ts";

/** The reason for rules about admission if no webhook is called. */
const webhooksUnseen =
  "the API server calls no admission webhooks of the provider; add {certificates} and {webhook-port} to its command line, and its webhook configurations to its CRDs";

/** The rule about unnecessary writes. */
const idempotence = "BH-008" satisfies DynamicRuleId;

/**
 * Plays one case, and returns its outcome. A finding counts only for the rules that the case tested at that moment.
 *
 * @throws errors that the provider did not cause.
 */
export async function playCase(scene: Scene, played: ConcerningCase): Promise<Outcome> {
  const outcome = await outcomeOfRun(scene, played);
  const isUnseen = played.hasAdmission === true && !scene.world.callsWebhooks;
  return isUnseen && outcome.type !== "broken" ? { type: "unobservable", reason: webhooksUnseen } : outcome;
}

async function outcomeOfRun(scene: Scene, { run, holding }: ConcerningCase): Promise<Outcome> {
  try {
    await run(scene);
  } catch (error) {
    if (error instanceof NotObservable) return { type: "unobservable", reason: error.message };
    if (!isFinding(error)) throw error;
    return outcomeOf(scene, error, holding);
  }
  const { endless } = scene.world.traffic ?? {};
  if (endless === undefined) return { type: "passed", unobserved: scene.unobserved };
  scene.about(idempotence);
  return outcomeOf(scene, new NotSo(endless), holding);
}

async function outcomeOf(scene: Scene, found: Error, holding: readonly DynamicRuleId[]): Promise<Outcome> {
  const rules = holding.filter((rule) => scene.triedRules.includes(rule));
  const { traffic } = scene.world;
  const requests = traffic === undefined ? undefined : lastRequests(traffic.requests());
  const seen = { found, requests, objects: await sceneObjects(scene) };
  return rules.length === 0 ? { type: "blocked", seen } : { type: "broken", rules, seen };
}

/** Whether the suite's observation or the provider caused the error, as opposed to another failure. */
function isFinding(error: unknown): error is Error {
  return error instanceof NotSo || isCapstanError(error, "ReconcilerThrew");
}
