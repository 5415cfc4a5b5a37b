import { reservedNames } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import { isRefusal } from "../client/is-refusal.ts";
import { differences, type VaryingFields, varyingFields } from "../perturbation/difference.ts";
import type { NormalizedState } from "../perturbation/normalized-state.ts";
import type { Exploration } from "./exploration.ts";
import { ExplorationError } from "./exploration-error.ts";
import type { ExplorationReport, Finding } from "./exploration-report.ts";
import { ExploredWorld, type Rest } from "./explored-world.ts";
import { type SpecChange, specChanges } from "../values/spec-changes.ts";

/** The progress of an exploration. */
export interface ExplorationProgress {
  /** The name of the exploration. */
  readonly exploration: string;
  /** The next change, such as `spec.size from "small" to "large"`. */
  readonly change: string;
  /** The number of tried changes. */
  readonly done: number;
  /** The total number of changes. */
  readonly all: number;
}

/** Options of {@link explore}. */
export interface ExploreOptions {
  /** The maximum number of changes. Default: 20. */
  readonly atMost?: number;
  /** The seed that selects the changes. Default: 1. */
  readonly seed?: number;
  /** Called before each change. */
  readonly onProgress?: (progress: ExplorationProgress) => void;
  /** Ends the exploration before the next change. */
  readonly signal?: AbortSignal;
}

const defaultAtMost = 20;

/** The world with the initial spec, and the fields that vary from run to run. */
interface First {
  readonly state: NormalizedState;
  readonly varying: VaryingFields;
}

/**
 * Changes the spec of an object in many ways, one field at a time, selected from the schema of its CRD, and changes it back. After each
 * change the status must observe the new spec, all activity must end, and everything must equal the result of creating the object with that
 * spec. After the change back, everything must be as before.
 *
 * @throws ExplorationError a change violates this, or the object does not become Ready with its initial spec.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
 * import { explore } from "@capstan/testkit/exploration";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: {
 *     v1beta2: {
 *       contract: "v1beta2",
 *       spec: Type.Object({ disks: Type.Integer({ minimum: 1, maximum: 2 }) }),
 *       status: Type.Object({ disks: Type.Optional(Type.Integer()) }),
 *     },
 *   },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *   reconcileMachine({ object }: this["Scope"]) {
 *     return outcome.provisioned({ providerID: "hello://1", status: { disks: object.spec.disks } });
 *   }
 *   deleteMachine = () => outcome.deleted();
 * }
 *
 * test("a HelloMachine has as many disks as its spec, and again as many as before", async () => {
 *   const { changes } = await explore({
 *     name: "a HelloMachine",
 *     definition: HelloMachine,
 *     spec: { disks: 1 },
 *     prepare: () => ({ reconcilers: () => [new HelloMachineReconciler()] }),
 *     create: (env, spec) => env.createMachine({ infrastructure: HelloMachine, spec, bootstrapData: "#cloud-config" }),
 *   });
 *   expect(changes).toEqual(["spec.disks from 1 to 2"]);
 * });
 * ```
 */
export async function explore<Spec extends object>(
  exploration: Exploration<Spec>,
  options: ExploreOptions = {},
): Promise<ExplorationReport> {
  return exploreKind(exploration, options);
}

async function exploreKind(exploration: Exploration, options: ExploreOptions): Promise<ExplorationReport> {
  const startedMs = systemClock.monotonic();
  const changes = changesOf(exploration, options);
  const first = await firstStates(exploration);
  const findings: Finding[] = [];
  let refused = 0;
  let world: ExploredWorld | undefined;
  try {
    for (const [done, change] of changes.entries()) {
      options.signal?.throwIfAborted();
      options.onProgress?.({ exploration: exploration.name, change: change.text, done, all: changes.length });
      world ??= await restedWorld(exploration, exploration.spec);
      const tried = await tryChange({ exploration, world, first }, change);
      if (tried === "refused") refused += 1;
      else if (tried.length > 0) {
        findings.push({ change: change.text, problems: tried });
        // The next change must not inherit problems of this one.
        await world[Symbol.asyncDispose]();
        world = undefined;
      }
    }
  } finally {
    await world?.[Symbol.asyncDispose]();
  }
  const durationMs = Math.round(systemClock.monotonic() - startedMs);
  const described = changes.map(({ text }) => text);
  const report = { exploration: exploration.name, changes: described, refused, findings, durationMs };
  if (findings.length > 0) throw new ExplorationError(report);
  return report;
}

/** A change, and whether the provider must report it as impossible. */
type Tried = SpecChange & { readonly isImpossible?: boolean };

function changesOf(exploration: Exploration, { atMost = defaultAtMost, seed = 1 }: ExploreOptions): readonly Tried[] {
  const { definition, spec, given = [], impossible = {} } = exploration;
  const { kind, contract, role, crds } = definition;
  const crd = crds.find(({ spec: { names } }) => names.kind === kind.kind);
  const version = crd?.spec.versions.find(({ name }) => name === kind.version);
  const schema = version?.schema.openAPIV3Schema.properties?.spec;
  if (schema === undefined) throw new ArgumentError(`The CRD of ${kind.kind} has no schema of a spec`);
  const ofProvider = [...reservedNames(role, contract, "spec").keys()].filter((name) => !(name in spec));
  const drawn = specChanges({ schema, spec, notOfUser: new Set([...ofProvider, ...given]), seed, atMost });
  const asked = Object.entries(impossible).map(([text, own]): Tried => ({
    path: "spec",
    text,
    spec: own,
    isImpossible: true,
  }));
  const all = [...drawn, ...asked];
  if (all.length === 0) throw new ArgumentError(`The spec of ${kind.kind} has no field that a user could change`);
  return all;
}

async function firstStates(exploration: Exploration): Promise<First> {
  const states: NormalizedState[] = [];
  for (let count = 0; count < 2; count += 1) {
    await using world = await ExploredWorld.open(exploration, exploration.spec);
    const { isReady, ready, state, problems } = await world.rest();
    if (!isReady || problems.length > 0) throw notReady(exploration, { ready, problems });
    states.push(state);
  }
  const [state = new Map(), other = new Map()] = states;
  return { state, varying: varyingFields(state, other) };
}

function notReady({ name }: Exploration, { ready, problems }: Pick<Rest, "ready" | "problems">): ExplorationError {
  const said = problems.length > 0 ? problems : [`it does not become Ready; the condition is ${ready}`];
  const findings = [{ change: "with its first spec", problems: said }];
  return new ExplorationError({ exploration: name, changes: [], refused: 0, findings, durationMs: 0 });
}

async function restedWorld(exploration: Exploration, spec: object): Promise<ExploredWorld> {
  const world = await ExploredWorld.open(exploration, spec);
  await world.rest();
  return world;
}

interface Trial {
  readonly exploration: Exploration;
  readonly world: ExploredWorld;
  readonly first: First;
}

async function tryChange(trial: Trial, change: Tried): Promise<readonly string[] | "refused"> {
  const { exploration, world, first } = trial;
  const { kind } = exploration.definition.kind;
  try {
    await world.change(change.spec);
  } catch (error) {
    if (isRefusal(error)) return "refused";
    throw error;
  }
  try {
    const changed = await world.rest();
    const problems = [...changed.problems];
    if (change.isImpossible === true && changed.isReady)
      problems.push("it is Ready, although the change is impossible");
    if (!countsAtCreationOnly(exploration, change)) problems.push(...(await asIfMadeSo(trial, change, changed)));
    await world.change(exploration.spec);
    const back = await world.rest();
    return [
      ...problems,
      ...back.problems.map((problem) => `changed back: ${problem}`),
      ...differencesFrom({ ...first, expected: first.state, actual: back.state, kind }).map(
        (difference) => `changed back: ${difference}`,
      ),
    ];
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}

function countsAtCreationOnly({ onlyAtCreation = {} }: Exploration, { path }: SpecChange): boolean {
  return Object.keys(onlyAtCreation).some(
    (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
}

/**
 * The differences from an object that was created with this spec. An object that is not Ready may stop halfway, at a different step each
 * time.
 */
async function asIfMadeSo({ exploration, first }: Trial, { spec }: SpecChange, changed: Rest): Promise<string[]> {
  await using other = await ExploredWorld.open(exploration, spec);
  const made = await other.rest();
  if (made.isReady !== changed.isReady)
    return [
      `it is ${changed.isReady ? "" : "not "}Ready, but if it is created with this spec, it is ${made.isReady ? "" : "not "}Ready`,
    ];
  if (!made.isReady) return [];
  const { kind } = exploration.definition.kind;
  return differencesFrom({ ...first, expected: made.state, actual: changed.state, kind }).map(
    (difference) => `differs from an object created with this spec: ${difference}`,
  );
}

/** The states to compare. */
interface Compared {
  readonly expected: NormalizedState;
  readonly actual: NormalizedState;
  readonly varying: VaryingFields;
  /** The kind that is explored. */
  readonly kind: string;
}

/** The differences: first those in objects of the kind and outside, then in all other objects, which follow from these. */
function differencesFrom({ expected, actual, varying, kind }: Compared): string[] {
  const isOwn = (name: string): boolean => name.startsWith(`${kind}/`) || name.startsWith("outside:");
  const own = (state: NormalizedState): NormalizedState => new Map([...state].filter(([name]) => isOwn(name)));
  const others = (state: NormalizedState): NormalizedState => new Map([...state].filter(([name]) => !isOwn(name)));
  return [own, others].flatMap((part) => differences(part(expected), part(actual), varying));
}
