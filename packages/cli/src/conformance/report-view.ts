import type { Verdict } from "@capstan/testkit";

/** What every form of a report shows, of a provider or of a core. */
export interface ReportView {
  readonly title: string;
  /** In sentences, a line each. */
  readonly summary: readonly string[];
  readonly groups: readonly GroupView[];
}

/** Cases about one thing. */
export interface GroupView {
  readonly name: string;
  /** With what else there is to say of it. */
  readonly title: string;
  readonly cases: readonly CaseView[];
}

/** How one case went. */
export interface CaseView {
  readonly verdict: Verdict;
  readonly expected: string;
  readonly sources: readonly SourceView[];
  readonly finding?: FindingView;
  readonly seconds: number;
}

/** Where it is said what a case expects. */
export interface SourceView {
  /** Of a rule, or of what else says it. */
  readonly id: string;
  readonly verdict: Verdict;
  /** As a citation: what is said, and where. */
  readonly text: string;
  /** Why it cannot be observed. */
  readonly reason?: string | undefined;
}

/** What was seen where a case did not go as it should. */
interface FindingView {
  readonly found: string;
  /** Undefined if they cannot be seen. */
  readonly requests?: readonly string[] | undefined;
  readonly objects: readonly object[];
}

/** What is said of each source that is broken. */
export function brokenCitations({ sources }: CaseView): readonly string[] {
  return sources.filter(({ verdict }) => verdict === "broken").map(({ text }) => text);
}
