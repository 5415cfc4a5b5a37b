import { type Finding } from "../../../packages/cli/src/check/findings.ts";
import { type CheckedCRD } from "@capstan/contract";

/** An object of a bundle. */
export type Json = Readonly<Record<string, unknown>>;

/** A bundle that faults are injected into. */
export interface FaultSubject {
  readonly name: string;
  readonly documents: readonly Json[];
  /** The source of each document. */
  readonly strings: readonly string[];
  /** The checked subject of each CRD with a role, by the object's label. */
  readonly checked: ReadonlyMap<string, CheckedCRD>;
  /** The findings without a fault. */
  readonly findings: readonly Finding[];
}

/** One place where a fault can be injected. */
export interface FaultTarget {
  /** The index of the document. */
  readonly index: number;
  /** The problem, for a reader. */
  readonly what: string;
  /** The document with the fault; `undefined` if the fault removes it. */
  readonly faulty: () => Json | undefined;
}

/** A kind of fault, and the rules of which it must break at least one. */
export interface FaultKind {
  readonly name: string;
  readonly rules: readonly string[];
  readonly targetsIn: (subject: FaultSubject) => FaultTarget[];
}
