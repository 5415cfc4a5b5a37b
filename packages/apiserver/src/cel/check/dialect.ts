import { kubernetesFunctions } from "../functions/kubernetes-functions.ts";
import { type Overload } from "../functions/overload.ts";
import { type CelType } from "../types/cel-type.ts";

/** A type whose objects expressions can create. */
export interface Struct {
  readonly type: CelType;
  /** Undefined if it lacks the field. */
  field(name: string): CelType | undefined;
}

/** The functions and types of expressions, in addition to their variables. */
export interface Dialect {
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Undefined if the type does not exist. */
  struct(name: string): Struct | undefined;
}

/** The dialect of every expression in Kubernetes. */
export const plainDialect: Dialect = { functions: kubernetesFunctions, struct: () => undefined };
