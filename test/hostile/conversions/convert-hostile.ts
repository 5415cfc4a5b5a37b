import { SeededRandom } from "@capstan/harness/random";
import { annotationBytes, jsonEqual, mostAnnotationBytes, without } from "@capstan/kube";
import type { CustomResourceDefinition, KubernetesObject } from "@capstan/provider";
import { checkRules } from "../../../packages/apiserver/src/rules/check-rules.ts";
import { checkCustom } from "../../../packages/apiserver/src/writer/check-custom.ts";
import { reviewConversion } from "../../../packages/runtime/src/webhook/conversion-review.ts";
import type { ConvertedKind } from "./converted-kinds.ts";
import { hostileObject } from "./hostile-object.ts";

/** The result of converting objects that a tenant may write. */
export interface Tally {
  /** Converted objects, in both directions. */
  objects: number;
  /** The converted objects that are valid by the schema of their own version. */
  valid: number;
  lists: number;
  failedLists: number;
  /** Results that the schema of their version does not admit. */
  invalid: number;
  /** Results that break a CEL rule of their version, though their sources kept the rules of theirs. */
  breakingRules: number;
  /** Such results with a placeholder for a field, or with a forged annotation of kept values. No rule is evaluated for these. */
  forgingRules: number;
  /** Responses that the API server refuses: metadata is changed, or too long. */
  refused: number;
  /** Values that were reported as lost. */
  losses: number;
  /** The first few problems. */
  readonly problems: string[];
}

const annotation = "cluster.x-k8s.io/conversion-data";
const listed = 20;
const mostProblems = 20;

/** Converts objects of each kind, some in one list, and judges the results as the API server's validator does. */
export async function convertHostile(
  kinds: readonly ConvertedKind[],
  { objects, seed }: { readonly objects: number; readonly seed: number },
): Promise<Tally> {
  const random = new SeededRandom(seed);
  const tally: Tally = {
    objects: 0,
    valid: 0,
    lists: 0,
    failedLists: 0,
    invalid: 0,
    breakingRules: 0,
    forgingRules: 0,
    refused: 0,
    losses: 0,
    problems: [],
  };
  while (tally.objects < objects) await convertList(random.pick(kinds), random, tally);
  return tally;
}

async function convertList({ crd, converter }: ConvertedKind, random: SeededRandom, tally: Tally): Promise<void> {
  const { group, versions } = crd.spec;
  const from = random.pick(versions);
  const to = random.pick(versions.filter((version) => version !== from));
  const given = Array.from({ length: listed }, () => hostileObject(crd, from, random));
  const there = converted(given, `${group}/${to.name}`, converter, tally);
  const back = converted(there, `${group}/${from.name}`, converter, tally);
  for (const [index, object] of given.entries()) {
    const results = [there[index], back[index]];
    if (results[0] !== undefined) await judge(crd, [object, results[0]], tally);
    if (results[0] !== undefined && results[1] !== undefined) await judge(crd, [results[0], results[1]], tally);
  }
  tally.objects += listed;
}

function converted(
  objects: readonly KubernetesObject[],
  desiredAPIVersion: string,
  converter: ConvertedKind["converter"],
  tally: Tally,
): readonly KubernetesObject[] {
  tally.lists += 1;
  const onLoss = (): void => void (tally.losses += 1);
  const reports = { onFailure: () => undefined, onLoss };
  const { response } = reviewConversion({ uid: "1", desiredAPIVersion, objects }, [converter], reports);
  if (response.result.status === "Failure") {
    tally.failedLists += 1;
    note(tally, `a list fails: ${response.result.message}`);
  }
  // As sent: with undefined values removed.
  return JSON.parse(JSON.stringify(response.convertedObjects)) as readonly KubernetesObject[];
}

async function judge(
  crd: CustomResourceDefinition,
  [object, result]: readonly [KubernetesObject, KubernetesObject],
  tally: Tally,
): Promise<void> {
  const [before, after] = await Promise.all([problemsOf(crd, object), problemsOf(crd, result)]);
  if (before.faults.length === 0) tally.valid += 1;
  // An object without a required field, which the API server does not store, may lack it after the conversion.
  const isIncomplete = before.faults.some(({ type }) => type === "Required value");
  const faults = after.faults.filter(({ type }) => !isIncomplete || type !== "Required value");
  if (faults.length > 0) tally.invalid += 1;
  const breaksRules =
    before.faults.length + before.broken.length === 0 && faults.length === 0 && after.broken.length > 0;
  // The placeholder of a missing field refers to nothing, which rules may refuse.
  const standsIn = JSON.stringify(result).includes("unrepresentable") || !("spec" in object);
  const isForged = annotation in (object.metadata.annotations ?? {}) || standsIn;
  if (breaksRules) tally[isForged ? "forgingRules" : "breakingRules"] += 1;
  const free = ["labels", "annotations"] as const;
  const isTooLong = annotationBytes(result.metadata.annotations ?? {}) > mostAnnotationBytes;
  const isChanged = !jsonEqual(without(object.metadata, ...free), without(result.metadata, ...free));
  if (isTooLong || isChanged) tally.refused += 1;
  const wrong = [...faults, ...(breaksRules && !isForged ? after.broken : [])].map(
    ({ field, detail = "" }) => `${field}: ${detail}`,
  );
  if (wrong.length + Number(isTooLong) + Number(isChanged) === 0) return;
  note(
    tally,
    `${object.apiVersion} ${object.kind} to ${result.apiVersion}: ${wrong.join("; ") || "the answer is refused"}`,
  );
}

async function problemsOf(crd: CustomResourceDefinition, object: KubernetesObject) {
  const version = crd.spec.versions.find(({ name }) => object.apiVersion.endsWith(`/${name}`));
  const schema = version?.schema.openAPIV3Schema as Parameters<typeof checkRules>[0];
  const faults = checkCustom({ schema }, object as unknown as Parameters<typeof checkCustom>[1]);
  const { errors } = faults.length > 0 ? { errors: [] } : await checkRules(schema, object, undefined, faults);
  return { faults, broken: errors };
}

function note({ problems }: Tally, problem: string): void {
  if (problems.length < mostProblems) problems.push(problem.slice(0, 500));
}
