import type { ObservedError, ObservedReconcile } from "../page/follow-reconciles.ts";
import type { Ending } from "./ending.ts";

/** Reports about a provider under development. */
export interface ProviderReports {
  /** @param changed - the files that cause the start; none at the first start. */
  starting(changed: readonly string[]): void;
  running(start: { readonly changed: readonly string[]; readonly afterMs: number }): void;
  /** @param error - the uncaught error that ended it, if any. */
  ended(ending: Ending, error: ObservedError | undefined): void;
  /** A line of its output. */
  line(line: string): void;
  reconciled(reconciles: readonly ObservedReconcile[]): void;
  /** A call to its cloud was delayed. */
  slowed(): void;
}
