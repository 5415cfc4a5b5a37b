import type { MachineSituation } from "./machine-situation.ts";

/** One Machine and its phase in each reading; an omitted column does not apply. */
export interface Row {
  readonly row: string;
  readonly proves: string;
  readonly situation: MachineSituation;
  readonly proposal?: string;
  /** The literal reading, where it differs. */
  readonly letter?: string;
  readonly v1alpha2?: string;
  readonly v1beta1?: string;
  readonly today?: string;
  /** The facts of the code columns, where they differ from the proposal's. */
  readonly codeWorld?: MachineSituation;
  /** Whether an error is reported: by the proposal's reading, by today's. */
  readonly problems?: { proposal?: boolean; today?: boolean };
}
