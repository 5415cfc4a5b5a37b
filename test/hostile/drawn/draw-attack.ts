import { SeededRandom } from "@capstan/harness/random";
import type { KubernetesObject } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { DrawnAct, DrawnAttack, Source } from "./attack.ts";
import { forgeryNames, type ForgeryName } from "./forgeries.ts";
import { tenantsKinds } from "./installed-kinds.ts";
import { kindsOfTenant, samples } from "./samples.ts";

const greatestSeed = 2 ** 31;
/** Looks per step: later actions are carried out when the step is complete. */
const looks = 3;
const sources: readonly Source[] = ["copy", "copy", "sample", "schema"];
const fates: readonly DrawnAct["then"][] = [
  "stays",
  "stays",
  "stays",
  "is deleted",
  "is changed",
  "loses its finalizers",
];
/** Forgeries that are drawn more often than the rest: those that transfer ownership, and those of important fields. */
const usual: readonly ForgeryName[] = ["owners", "labels of the victim's", "finalizer", "reference"];
const usualOf: Readonly<Record<string, readonly ForgeryName[]>> = {
  Cluster: ["reference", "long annotations"],
  MachineSet: [...usual, "replicas"],
  MachineDeployment: [...usual, "replicas"],
};
/** Kinds that are drawn more often than the rest: those that controllers create, own and wait for. */
const central = ["Cluster", "Machine", "MachineSet", "MachineDeployment", "KubeadmConfig", "MockMachine", "Secret"];
const centralKinds = tenantsKinds.filter(({ kind }) => central.includes(kind));

type OwnAct = Omit<DrawnAct, "attacker" | "of">;

/** Concurrent attacks, each by a separate attacker. */
export function drawAttacks(seeds: readonly number[], steps: number): DrawnAttack {
  return seeds.flatMap((seed, attacker) => drawAttack(seed, steps).map((act) => ({ ...act, attacker, of: seed })));
}

/** The attack of a seed: in two of three cases a whole tenant's Cluster with forged parts, and always single objects. */
function drawAttack(seed: number, steps: number): OwnAct[] {
  const random = new SeededRandom(seed);
  const start = random.pick([0, 0, 0, ...Array.from({ length: steps - 1 }, (_, step) => step)]);
  const tenant = random.happens(2 / 3)
    ? kindsOfTenant.map((kind) => {
        const sample = random.pick(samples.filter((each) => each.kind === kind));
        return act(random, sample, { step: start, source: "sample", share: kind === "Cluster" ? 1 / 2 : 1 / 4 });
      })
    : [];
  const single = Array.from({ length: random.between(6, 14) }, () => {
    const step = random.between(0, steps - 1);
    const { kind, ...rest } = random.pick(random.happens(1 / 2) ? centralKinds : tenantsKinds);
    return act(random, { kind, apiVersion: apiVersionOf(rest) }, { step, source: random.pick(sources), share: 1 });
  });
  return [...tenant, ...single];
}

function act(
  random: SeededRandom,
  { kind, apiVersion }: Pick<KubernetesObject, "kind" | "apiVersion">,
  { step, source, share }: { readonly step: number; readonly source: Source; readonly share: number },
): OwnAct {
  const count = random.happens(share) ? random.between(1, 4) : 0;
  const names = Array.from({ length: count }, () =>
    random.pick(random.happens(1 / 2) ? (usualOf[kind] ?? usual) : forgeryNames),
  );
  return {
    step,
    look: random.between(0, looks),
    kind,
    apiVersion,
    source,
    seed: random.between(1, greatestSeed),
    forgeries: [...new Set(names)].map((name) => ({ name, seed: random.between(1, greatestSeed) })),
    then: random.pick(fates),
  };
}
