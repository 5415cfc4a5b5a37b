import type { ObservedError, ObservedReconcile } from "../page/follow-reconciles.ts";
import type { Ending } from "./ending.ts";

/** What is reported of a provider under development. */
export interface ProviderReports {
  /** @param changed - the files that are the reason; none at the first start. */
  starting(changed: readonly string[]): void;
  running(start: { readonly changed: readonly string[]; readonly afterMs: number }): void;
  /** @param error - what ended it, if that was thrown and not caught. */
  ended(ending: Ending, error: ObservedError | undefined): void;
  /** A line that it has printed. */
  line(line: string): void;
  reconciled(reconciles: readonly ObservedReconcile[]): void;
  /** A call to its cloud was made slow. */
  slowed(): void;
}
