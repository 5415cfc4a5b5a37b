import type { MachineSituation } from "./machine-situation.ts";

/** One Machine and its phase in each reading; a column left out does not apply. */
export interface Row {
  readonly row: string;
  readonly proves: string;
  readonly situation: MachineSituation;
  readonly proposal?: string;
  /** Read literally, where that differs. */
  readonly letter?: string;
  readonly v1alpha2?: string;
  readonly v1beta1?: string;
  readonly today?: string;
  /** What the code columns see, where it differs from the proposal's. */
  readonly codeWorld?: MachineSituation;
  /** An error is to be reported: by the proposal's reading, by today's. */
  readonly problems?: { proposal?: boolean; today?: boolean };
}
