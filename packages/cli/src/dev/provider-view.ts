import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import type { ObservedError, ObservedReconcile } from "../page/follow-reconciles.ts";
import type { Page } from "../page/page.ts";
import type { ProviderState } from "../page/protocol.ts";
import { thrownError } from "../page/thrown-error.ts";
import type { DevOutput } from "./output.ts";
import type { Ending } from "./ending.ts";
import type { ProviderReports } from "./provider-reports.ts";

/** How many lines of the provider's output are shown. */
const keptLines = 200;
/** Lines within this time are shown together. */
const togetherMs = 100;

/** Reports on a provider to the terminal, and to the page if there is one. */
export class ProviderView implements ProviderReports {
  readonly #output: DevOutput;
  readonly #folder: string;
  readonly #clock: Clock;
  #page: Page | undefined;
  #state: ProviderState;
  #timer: Timer | undefined;
  #slowed = 0;

  /** @param folder - of the project. */
  constructor(output: DevOutput, folder: string, clock: Clock = systemClock) {
    this.#output = output;
    this.#folder = folder;
    this.#clock = clock;
    this.#state = { state: "starting", changed: [], lines: [], at: this.#now() };
  }

  /** The total number of delayed calls to its cloud. */
  get slowedCalls(): number {
    return this.#slowed;
  }

  /** Shows it on a page, too, from now on. */
  showOn(page: Page): void {
    this.#page = page;
    page.providerIs(this.#state);
  }

  starting(changed: readonly string[]): void {
    // The output of an earlier process explains why it ended, and so stays until the next one runs.
    this.#is({ state: "starting", changed, lines: this.#state.lines, at: this.#now() });
  }

  running(start: { readonly changed: readonly string[]; readonly afterMs: number }): void {
    const { changed, afterMs } = start;
    this.#output.providerRunning(start);
    const startedMs = Math.round(afterMs);
    this.#is({ state: "running", changed, startedMs, lines: this.#state.lines, at: this.#now() });
  }

  ended(ending: Ending, error: ObservedError | undefined): void {
    this.#output.providerEnded(ending);
    const { changed, lines } = this.#state;
    const how = typeof ending === "number" ? `exit status ${ending}` : ending;
    const thrown = error === undefined ? {} : { error: thrownError(error, this.#folder) };
    this.#is({ state: "ended", how, changed, lines, at: this.#now(), ...thrown });
  }

  line(line: string): void {
    this.#output.providerLine(line);
    this.#state = { ...this.#state, lines: [...this.#state.lines, line].slice(-keptLines) };
    if (this.#page === undefined) return;
    this.#timer ??= this.#clock.setTimer(togetherMs, () => {
      this.#is(this.#state);
    });
  }

  reconciled(reconciles: readonly ObservedReconcile[]): void {
    this.#page?.reconciled(reconciles, true);
  }

  slowed(): void {
    this.#slowed += 1;
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
  }

  #is(state: ProviderState): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#state = state;
    this.#page?.providerIs(state);
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
