import type { Verdict } from "@capstan/testkit";

/** The content of a report in every format, about a provider or a core. */
export interface ReportView {
  readonly title: string;
  /** Sentences, one per line. */
  readonly summary: readonly string[];
  readonly groups: readonly GroupView[];
}

/** The cases of one subject. */
export interface GroupView {
  readonly name: string;
  /** With further information about the subject. */
  readonly title: string;
  readonly cases: readonly CaseView[];
}

/** The result of one case. */
export interface CaseView {
  readonly verdict: Verdict;
  readonly expected: string;
  readonly sources: readonly SourceView[];
  readonly finding?: FindingView;
  readonly seconds: number;
}

/** The source of a case's expectation. */
export interface SourceView {
  /** The id of a rule or another source. */
  readonly id: string;
  readonly verdict: Verdict;
  /** The citation: the statement, and its place. */
  readonly text: string;
  /** Why it cannot be observed. */
  readonly reason?: string | undefined;
}

/** The observations of a failed case. */
interface FindingView {
  readonly found: string;
  /** Undefined if requests cannot be observed. */
  readonly requests?: readonly string[] | undefined;
  readonly objects: readonly object[];
}

/** The citations of the broken sources. */
export function brokenCitations({ sources }: CaseView): readonly string[] {
  return sources.filter(({ verdict }) => verdict === "broken").map(({ text }) => text);
}
