import type { CorpusCase } from "./corpus-case.ts";
import { corpus } from "./corpus.ts";

/** The hostname of the machine of a case. */
export function hostnameOf(one: CorpusCase): string {
  return one.hostname ?? `corpus-${corpus.indexOf(one)}`;
}
