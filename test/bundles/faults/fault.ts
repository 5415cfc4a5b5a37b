import { type Finding } from "../../../packages/cli/src/check/findings.ts";
import { type CheckedCRD } from "@capstan/contract";

/** An object of a bundle. */
export type Json = Readonly<Record<string, unknown>>;

/** A bundle as faults are put into it. */
export interface FaultSubject {
  readonly name: string;
  readonly documents: readonly Json[];
  /** What each document was read from. */
  readonly strings: readonly string[];
  /** What each CRD with a role was checked as, by the object's label. */
  readonly checked: ReadonlyMap<string, CheckedCRD>;
  /** What is reported without a fault. */
  readonly findings: readonly Finding[];
}

/** One place where a fault can be put. */
export interface FaultTarget {
  /** Which document. */
  readonly index: number;
  /** What is wrong then, for a reader. */
  readonly what: string;
  /** The document with the fault; `undefined`: it is not there. */
  readonly faulty: () => Json | undefined;
}

/** A kind of fault, and the rules of which it has to break one. */
export interface FaultKind {
  readonly name: string;
  readonly rules: readonly string[];
  readonly targetsIn: (subject: FaultSubject) => FaultTarget[];
}
