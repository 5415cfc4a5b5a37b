import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { mergePatch, systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { cloudClockOf } from "../perturbation/cloud-clock.ts";
import { type NormalizedState, normalize } from "../perturbation/normalized-state.ts";
import type { Scenario } from "../perturbation/scenario.ts";
import { Stage } from "../perturbation/stage.ts";
import type { Exploration } from "./exploration.ts";
import { judgeStatus } from "./judge-status.ts";

/** A world has settled after this time without a change, in milliseconds of its clock. */
const restMs = 60_000;
/** The time limit for settling. */
const patienceMs = 900_000;
/** The maximum number of writes of a provider until the world settles. */
const mostWrites = 100;

/** A settled world. */
export interface Rest {
  readonly isReady: boolean;
  /** The condition Ready as a string. */
  readonly ready: string;
  readonly state: NormalizedState;
  readonly problems: readonly string[];
}

/** A world with an object whose spec is changed. */
export class ExploredWorld implements AsyncDisposable {
  readonly #exploration: Exploration;
  readonly #closing: AsyncDisposableStack;
  readonly #stage: Stage;
  #name = "";
  #spec: object;
  #lastError: { readonly error: unknown } | undefined;
  #hasFailed = false;

  private constructor(
    exploration: Exploration,
    parts: { readonly stage: Stage; readonly spec: object; readonly closing: AsyncDisposableStack },
  ) {
    this.#exploration = exploration;
    this.#stage = parts.stage;
    this.#spec = parts.spec;
    this.#closing = parts.closing;
  }

  /** Creates a world, with an object of this spec. */
  static async open(exploration: Exploration, spec: object): Promise<ExploredWorld> {
    await using closing = new AsyncDisposableStack();
    const clock = new FakeClock({ startMs: Math.floor(systemClock.now() / 1_000) * 1_000 });
    const world = await exploration.prepare({ clock, cloudClock: cloudClockOf(clock), closing });
    const scenario: Scenario = { ...exploration, steps: {} };
    const stage = closing.use(await Stage.open({ scenario, world, clock, schedule: [] }));
    const explored = new ExploredWorld(exploration, { stage, spec, closing: closing.move() });
    explored.#watchReconciles();
    try {
      explored.#name = (await exploration.create(stage.env, spec)).name;
      return explored;
    } catch (error) {
      await explored[Symbol.asyncDispose]();
      throw error;
    }
  }

  /**
   * Changes the spec of the object.
   *
   * @throws ApiError the API server refuses it.
   */
  async change(spec: object): Promise<void> {
    const patch = mergePatch(this.#spec, spec);
    const key = { name: this.#name, namespace: "default" };
    await this.#stage.env.client.patch(this.#kind, key, { type: "merge", body: { spec: patch ?? {} } });
    this.#spec = spec;
  }

  /**
   * Waits until nothing changes any more.
   *
   * @throws ReconcilerThrewError a reconciler throws an untyped error.
   */
  async rest(): Promise<Rest> {
    try {
      return await this.#rest();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  async #rest(): Promise<Rest> {
    const { env } = this.#stage;
    const untilMs = env.clock.monotonic() + patienceMs;
    const writesBefore = env.writes({ by: "provider" }).length;
    let state = this.#state();
    let sinceMs = env.clock.monotonic();
    const unrest: string[] = [];
    while (env.clock.monotonic() - sinceMs < restMs) {
      await env.clock.advance(Math.min(restMs, env.clock.nextTimerInMs ?? restMs));
      const writes = env.writes({ by: "provider" }).length - writesBefore;
      const now = this.#state();
      if (!jsonEqual(listed(now), listed(state))) sinceMs = env.clock.monotonic();
      state = now;
      if (writes > mostWrites) unrest.push(`it does not settle: ${writes} writes`);
      else if (env.clock.monotonic() > untilMs) unrest.push(`it does not settle within ${patienceMs / 60_000} minutes`);
      if (unrest.length > 0) break;
    }
    const { isReady, ready, problems } = judgeStatus(await this.#object());
    return { isReady, ready, state, problems: [...unrest, ...problems, ...(isReady ? this.#failing() : [])] };
  }

  /** The problem of a Ready object whose last reconcile failed; empty if it succeeded. */
  #failing(): string[] {
    return this.#lastError === undefined
      ? []
      : [`it is Ready, and its reconciles fail: ${String(this.#lastError.error)}`];
  }

  #watchReconciles(): void {
    const { kind } = this.#kind;
    this.#stage.env.manager().on("reconciled", ({ kind: reconciled, request, outcome, error }) => {
      if (reconciled !== kind || request.name !== this.#name) return;
      this.#lastError = outcome === "error" ? { error } : undefined;
    });
  }

  #state(): NormalizedState {
    return normalize(this.#stage.state, this.#exploration.varying);
  }

  #object(): Promise<KubernetesObject & { readonly status?: unknown }> {
    return this.#stage.env.client.get(this.#kind, { name: this.#name, namespace: "default" });
  }

  get #kind(): ResourceKind {
    return this.#exploration.definition.kind;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync().catch((error: unknown) => {
      // The environment throws the error of a wait again when it is disposed.
      if (!this.#hasFailed) throw error;
    });
  }
}

function listed(state: NormalizedState): unknown {
  return [...state].map(([name, objects]) => [name, objects.map((leaves) => [...leaves])]);
}
