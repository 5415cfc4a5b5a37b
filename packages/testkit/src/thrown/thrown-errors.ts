import type { EndedReconcile } from "@capstan/runtime";
import { isAuthorsBug } from "./authors-bug.ts";
import {
  describeExpected,
  type ExpectErrorOptions,
  type ExpectedError,
  ExpectedErrorMissing,
  isExpected,
} from "./expected-error.ts";
import { ReconcilerThrewError } from "./reconciler-threw-error.ts";

/** The errors that reconcilers of a test environment throw, and those that its test expects. */
export class ThrownErrors {
  /** With whether it may be missing at the end. */
  readonly #expected = new Map<ExpectedError, { mayBeMissing: boolean }>();
  /** Errors that the test created, and therefore expects. */
  readonly #made = new WeakSet<Error>();
  readonly #first = Promise.withResolvers<never>();
  #unexpected: ReconcilerThrewError | undefined;
  #isReported = false;

  constructor(expected: readonly ExpectedError[] = []) {
    for (const each of expected) this.expect(each);
    // An unhandled rejection would end the process before a wait of the test reports it.
    this.#first.promise.catch(() => undefined);
  }

  /** Expects such errors from now on. */
  expect(expected: ExpectedError, { optional = false }: ExpectErrorOptions = {}): void {
    this.#expected.set(expected, { mayBeMissing: optional });
  }

  /** Expects exactly this error. */
  made<E extends Error | undefined>(error: E): E {
    if (error !== undefined) this.#made.add(error);
    return error;
  }

  /** Records the end of a reconcile. */
  reconciled(by: string, ended: EndedReconcile): void {
    if (!("error" in ended) || this.#isMade(ended.error)) return;
    const expected = [...this.#expected].filter(([each]) => isExpected(ended.error, each));
    for (const [, state] of expected) state.mayBeMissing = true;
    if (expected.length > 0 || !isAuthorsBug(ended.error) || this.#unexpected !== undefined) return;
    this.#unexpected = new ReconcilerThrewError(by, ended);
    this.#first.reject(this.#unexpected);
  }

  /**
   * Waits for `work`, or until a reconciler throws an unexpected error.
   *
   * @throws ReconcilerThrewError
   */
  async unlessThrown<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await Promise.race([this.#first.promise, work()]);
      if (this.#unexpected !== undefined) throw this.#unexpected;
      return result;
    } catch (error) {
      this.#isReported ||= error === this.#unexpected;
      throw error;
    }
  }

  /**
   * Call it at the end of a test.
   *
   * @throws ReconcilerThrewError no wait has reported it.
   * @throws ExpectedErrorMissing
   */
  check(): void {
    if (this.#unexpected !== undefined) {
      if (this.#isReported) return;
      throw this.#unexpected;
    }
    const missing = [...this.#expected]
      .filter(([, { mayBeMissing }]) => !mayBeMissing)
      .map(([each]) => describeExpected(each));
    if (missing.length > 0)
      throw new ExpectedErrorMissing(`No reconciler threw ${missing.join(", nor ")}, which this test expects`);
  }

  #isMade(error: unknown): boolean {
    return error instanceof Error && (this.#made.has(error) || this.#isMade(error.cause));
  }
}
