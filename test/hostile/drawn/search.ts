import type { ServerChoice } from "@capstan/testkit";
import type { DrawnAct, DrawnAttack } from "./attack.ts";
import type { Answers } from "./attackers.ts";
import { drawAttacks } from "./draw-attack.ts";
import { fewest } from "./fewest.ts";
import { play, type Played, type Undisturbed } from "./play.ts";
import { victimsFlow } from "./victims-flow.ts";

/** An attack that affected the victim. */
export interface Finding {
  /** The seeds of the reduced attack. */
  readonly seeds: readonly number[];
  /** Its effects. */
  readonly problems: readonly string[];
  /** The objects that it needs, as sent, each with its time and origin. */
  readonly objects: readonly string[];
}

/** The result of a search. */
export interface Searched {
  readonly findings: readonly Finding[];
  /** By kind and forgery. */
  readonly answers: Answers;
}

/** How to search for attacks with an effect. */
export interface SearchOptions {
  readonly server: ServerChoice;
  readonly expected: Undisturbed;
  readonly seeds: readonly number[];
  /** The number of concurrent attackers, each with a seed and a namespace of its own. */
  readonly together: number;
  /** How often the flow runs again to determine the needed objects. */
  readonly tries: number;
  readonly progress?: (done: number, findings: number) => void;
  /** Called immediately with each finding, because a search overnight may be stopped early. */
  readonly found?: (finding: Finding) => void;
}

/** The length limit of a shown object, because long annotations are not informative. */
const shownLength = 1_500;

/** Runs the victim's flow under all of these attacks. */
export async function search(options: SearchOptions): Promise<Searched> {
  const { seeds, together, progress, found } = options;
  const findings: Finding[] = [];
  const answers: Answers = new Map();
  for (let at = 0; at < seeds.length; at += together) {
    const attack = drawAttacks(seeds.slice(at, at + together), victimsFlow.length);
    const played = await play(options.server, attack, { expected: options.expected });
    add(answers, played.attackers.answers);
    if (played.problems.length > 0) {
      const finding = await shrunk(attack, played, options);
      findings.push(finding);
      found?.(finding);
    }
    progress?.(Math.min(seeds.length, at + together), findings.length);
  }
  return { findings, answers };
}

/** Reduces an attack to as few objects, and as few forgeries in them, as it needs. */
async function shrunk(
  attack: DrawnAttack,
  first: Played,
  { server, expected, tries }: SearchOptions,
): Promise<Finding> {
  let last = { attack, played: first };
  const fails = async (smaller: DrawnAttack): Promise<boolean> => {
    const played = await play(server, smaller, { expected });
    if (played.problems.length === 0) return false;
    last = { attack: smaller, played };
    return true;
  };
  await fewest(attack, fails, tries);
  const acts = last.attack;
  const pieces = acts.flatMap((act) => act.forgeries.map((forgery) => ({ act, forgery })));
  const withOnly = (kept: typeof pieces): DrawnAttack =>
    acts.map((act) => ({ ...act, forgeries: kept.filter((piece) => piece.act === act).map(({ forgery }) => forgery) }));
  await fewest(pieces, (kept) => fails(withOnly([...kept])), tries);
  const { problems, attackers } = last.played;
  return {
    seeds: [...new Set(last.attack.map(({ of }) => of))],
    problems,
    objects: attackers.sent.map(({ act, object, isAccepted }) => shown(act, object, isAccepted)),
  };
}

function shown({ step, look, source, forgeries, then }: DrawnAct, object: object, isAccepted: boolean): string {
  const text = JSON.stringify(object);
  const content = text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length} characters)` : text;
  const when = `step ${step} (${victimsFlow[step]?.title ?? ""}), look ${look}`;
  const forged = forgeries.map(({ name }) => name).join(", ");
  return `${when}; ${source}; forged: ${forged || "nothing"}; ${then}; ${isAccepted ? "accepted" : "refused"}: ${content}`;
}

function add(sums: Answers, answers: Answers): void {
  for (const [what, { accepted, refused }] of answers) {
    const sum = sums.get(what) ?? { accepted: 0, refused: 0 };
    sums.set(what, { accepted: sum.accepted + accepted, refused: sum.refused + refused });
  }
}

/** Formats a finding for people: the command that reproduces it, its effects, and the objects. */
export function findingText({ seeds, problems, objects }: Finding): string {
  const lines = [
    `seeds ${seeds.join(", ")}: ${seeds.map((seed) => `npm run hostile -- tenants --seed ${seed} --seeds 1`).join("; ")}`,
    ...problems.map((problem) => `  ${problem}`),
    "  what it takes:",
    ...objects.map((object) => `    ${object}`),
  ];
  return lines.join("\n");
}
