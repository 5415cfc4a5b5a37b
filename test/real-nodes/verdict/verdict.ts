import type { BootProblemReason } from "@capstan/infrastructure-mock";

/** What becomes of a machine: its Node, or the cause and what shows it. */
export type Verdict =
  | { readonly joins: true; readonly node: string }
  | { readonly joins: false; readonly cause: BootProblemReason | undefined; readonly output: string };

/** A verdict in one line, without what shows it. */
export function verdictLine(verdict: Verdict): string {
  return verdict.joins ? `joins as ${verdict.node}` : `does not join: ${verdict.cause ?? "unknown"}`;
}
