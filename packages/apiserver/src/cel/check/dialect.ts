import { kubernetesFunctions } from "../functions/kubernetes-functions.ts";
import { type Overload } from "../functions/overload.ts";
import { type CelType } from "../types/cel-type.ts";

/** A type of which expressions can write objects. */
export interface Struct {
  readonly type: CelType;
  /** Undefined if it has no such field. */
  field(name: string): CelType | undefined;
}

/** What expressions can be made of besides their variables. */
export interface Dialect {
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Undefined if there is no such type. */
  struct(name: string): Struct | undefined;
}

/** What there is in every expression in Kubernetes. */
export const plainDialect: Dialect = { functions: kubernetesFunctions, struct: () => undefined };
