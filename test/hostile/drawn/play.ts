import type { KubernetesObject } from "@capstan/contract";
import { Event } from "@capstan/runtime";
import type { ServerChoice } from "@capstan/testkit";
import {
  differences,
  type VaryingFields,
  varyingFields,
} from "../../../packages/testkit/src/perturbation/difference.ts";
import { type NormalizedState, normalize } from "../../../packages/testkit/src/perturbation/normalized-state.ts";
import type { DrawnAttack } from "./attack.ts";
import { Attackers } from "./attackers.ts";
import { crookedPaths } from "./crooked-paths.ts";
import { foreignTraces } from "./foreign-traces.ts";
import { busyRequests, type Rest, Resting } from "./rest.ts";
import { Tenants, victim } from "./tenants.ts";
import { type Step, victimsFlow } from "./victims-flow.ts";
import { everything, objectsIn } from "./whole-state.ts";

/** The cost of one step of the victim's flow. */
interface Cost {
  readonly virtualMs: number;
  /** Requests about the victim's objects, and their reconciles. */
  readonly requests: number;
  readonly reconciles: number;
  /** Requests of all managers about any object. */
  readonly all: number;
}

/** The undisturbed flow. */
export interface Undisturbed {
  readonly states: readonly NormalizedState[];
  readonly costs: readonly Cost[];
  readonly varying: VaryingFields;
}

/** One run of the flow. */
export interface Played {
  readonly states: readonly NormalizedState[];
  readonly costs: readonly Cost[];
  readonly attackers: Attackers;
  /** Deviations from the expectation; empty: none. */
  readonly problems: readonly string[];
}

/**
 * The allowance for a step in addition to twice its undisturbed cost: in such a short flow, a single additional wait is soon half of the
 * total.
 */
const spare: Cost = { virtualMs: 30_000, requests: 60, reconciles: 150, all: 1_000 };
const unlimited: Cost = { virtualMs: Infinity, requests: Infinity, reconciles: Infinity, all: Infinity };
/** The allowance for all requests, relative to the undisturbed step, because the objects of attackers are served, too. */
const share = 10;
/** The time that passes whenever managers do not become idle. */
const busyMs = 200;
/** The most time that passes between two checks of the world. */
const stepMs = 1_000;
/** The time after which nothing changes any more. */
const calmMs = 10_000;
/** How late the last writes of sets may be. */
const heldMs = 2_000;
const stuck = "nothing moves any more, and the managers wait for something";
/** Addresses that the mock cloud draws. */
const varying = [/\b10\.\d+\.\d+\.\d+\b/, /\b127\.0\.0\.1:\d+\b/];

/** Options of {@link play}. */
interface PlayOptions {
  /** Default: no comparison. */
  readonly expected?: Undisturbed;
  /** The namespaces in which the attackers have all rights. Default: one for each attacker. */
  readonly namespaces?: readonly string[];
}

function ownNamespaces(attack: DrawnAttack): string[] {
  const count = 1 + Math.max(-1, ...attack.map(({ attacker }) => attacker));
  return Array.from({ length: count }, (_, attacker) => `evil-${attacker}`);
}

/** Runs the victim's flow in a separate world during an attack, and compares it with the undisturbed flow. */
export async function play(
  server: ServerChoice,
  attack: DrawnAttack,
  { expected, namespaces = ownNamespaces(attack) }: PlayOptions = {},
): Promise<Played> {
  await using tenants = await Tenants.start(server, namespaces);
  const flow = new Flow(tenants, attack, expected);
  await flow.run();
  return flow;
}

class Flow implements Played {
  readonly states: NormalizedState[] = [];
  readonly costs: Cost[] = [];
  readonly problems: string[] = [];
  readonly attackers: Attackers;
  readonly #tenants: Tenants;
  readonly #acts: DrawnAttack;
  readonly #expected: Undisturbed | undefined;
  readonly #resting: Resting;

  constructor(tenants: Tenants, acts: DrawnAttack, expected: Undisturbed | undefined) {
    this.#tenants = tenants;
    this.#acts = acts;
    this.#expected = expected;
    this.attackers = new Attackers(tenants);
    this.#resting = new Resting(tenants);
  }

  async run(): Promise<void> {
    for (const [index, step] of victimsFlow.entries()) {
      const found = await this.#step(index, step);
      if (found.length === 0) continue;
      this.problems.push(`at the step "${step.title}":`, ...found);
      return;
    }
    this.problems.push(...this.#tenants.bugs);
  }

  async #step(index: number, step: Step): Promise<string[]> {
    const { client, environment } = this.#tenants;
    const before = this.#spent;
    await this.#attack(index, 0);
    await step.act(client);
    for (let look = 1; ; look += 1) {
      await this.#attack(index, look);
      const rest = await this.#resting.wait();
      const isDone = await step.isDone(client);
      const cost = between(before, this.#spent);
      if (isDone && look > this.#lastLook(index) && (await this.#isAsExpected(index, rest))) {
        this.costs.push(cost);
        return this.#traces();
      }
      const exceeded = rest === "stuck" ? [stuck] : this.#exceeded(index, cost);
      if (exceeded.length > 0) {
        const open = isDone ? [] : ["it is not done, and should be"];
        return [...open, ...exceeded, ...this.#differences(index, await this.#state()), ...(await this.#traces())];
      }
      await environment.clock.advance(
        rest === "busy" ? busyMs : Math.min(stepMs, environment.clock.nextTimerInMs ?? stepMs),
      );
    }
  }

  /**
   * Whether the step's result equals that of the undisturbed run. In the undisturbed run itself, the result is recorded once it is final.
   */
  async #isAsExpected(index: number, rest: Rest): Promise<boolean> {
    if (this.#expected === undefined) {
      await this.#tenants.environment.clock.advance(calmMs);
      await this.#resting.wait();
    }
    const state = await this.#state();
    if (this.#differences(index, state).length > 0) return false;
    this.states.push(state);
    return rest !== "stuck";
  }

  #attack(step: number, look: number): Promise<void> {
    const due = this.#acts.filter((act) => act.step === step && act.look === look);
    return this.attackers.act(due, () => this.#objects());
  }

  #lastLook(step: number): number {
    const looks = this.#acts.filter((act) => act.step === step).map(({ look }) => look);
    return Math.max(0, ...looks) + 1;
  }

  async #state(): Promise<NormalizedState> {
    return normalize({ objects: await this.#objects(), outside: [], workloads: new Map() }, varying);
  }

  /** The objects of the victim, except Events. */
  async #objects(): Promise<KubernetesObject[]> {
    return (await objectsIn(this.#tenants.client, victim)).filter(({ kind }) => kind !== Event.kind);
  }

  #differences(index: number, state: NormalizedState): string[] {
    const before = this.#expected?.states[index];
    return before === undefined ? [] : differences(before, state, this.#expected?.varying ?? new Set());
  }

  #exceeded(index: number, { virtualMs, requests, reconciles, all }: Cost): string[] {
    const usual = this.#expected?.costs[index] ?? unlimited;
    // Busy managers send this many requests while a machine of the victim boots, and until its sets have written their held-back status.
    const whileWaiting = (busyRequests * (2 * usual.virtualMs + heldMs)) / busyMs;
    const limits = [
      ["ms of virtual time", virtualMs, 2 * usual.virtualMs + spare.virtualMs],
      ["requests about the victim's objects", requests, 2 * usual.requests + spare.requests],
      ["reconciles of the victim's objects", reconciles, 2 * usual.reconciles + spare.reconciles],
      ["requests before the victim is served", all, share * usual.all + whileWaiting + spare.all],
    ] as const;
    return limits
      .filter(([, count, most]) => count > most)
      .map(([what, count, most]) => `${count} ${what}, more than ${most}`);
  }

  async #traces(): Promise<string[]> {
    const { client, environment, attackers } = this.#tenants;
    const { objects, broken } = await everything(client);
    const of = (namespaces: readonly string[]) =>
      objects.filter(({ metadata }) => namespaces.includes(metadata.namespace ?? ""));
    const own = attackers.map(({ namespace }) => namespace).filter((namespace) => namespace !== victim);
    return [...foreignTraces(of([victim]), of(own)), ...crookedPaths(environment.requests()), ...broken];
  }

  get #spent(): Cost {
    const { environment, work } = this.#tenants;
    return { virtualMs: environment.clock.monotonic(), ...work };
  }
}

function between(before: Cost, after: Cost): Cost {
  return {
    virtualMs: after.virtualMs - before.virtualMs,
    requests: after.requests - before.requests,
    reconciles: after.reconciles - before.reconciles,
    all: after.all - before.all,
  };
}

/** Runs the undisturbed flow twice: values that differ between the two runs are not compared. */
export async function playUndisturbed(server: ServerChoice): Promise<Undisturbed> {
  const [one, other] = [await play(server, []), await play(server, [])];
  for (const { problems } of [one, other])
    if (problems.length > 0) throw new Error(`Undisturbed: ${problems.join("\n")}`);
  const pairs = one.states.map((state, index) => [state, other.states[index] ?? new Map()] as const);
  const varyingIn = new Set(pairs.flatMap(([a, b]) => [...varyingFields(a, b)]));
  const costs = one.costs.map((cost, index) => greater(cost, other.costs[index] ?? cost));
  return { states: one.states, costs, varying: varyingIn };
}

function greater(one: Cost, other: Cost): Cost {
  return {
    virtualMs: Math.max(one.virtualMs, other.virtualMs),
    requests: Math.max(one.requests, other.requests),
    reconciles: Math.max(one.reconciles, other.reconciles),
    all: Math.max(one.all, other.all),
  };
}
