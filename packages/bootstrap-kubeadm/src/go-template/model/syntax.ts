import type { GoFloat } from "./value.ts";

/** An expression: a literal, the dot, a variable, a function, or a pipeline in parentheses, followed by fields. */
export interface Operand {
  readonly of:
    | { readonly kind: "literal"; readonly value: string | number | boolean | null | GoFloat }
    | { readonly kind: "dot" }
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "function"; readonly name: string }
    | { readonly kind: "pipeline"; readonly pipeline: Pipeline };
  readonly fields: readonly string[];
}

/** Commands that each get the value of the previous command as last argument, and the variables that get the final value. */
export interface Pipeline {
  readonly variables: readonly string[];
  readonly declares: boolean;
  readonly commands: readonly (readonly Operand[])[];
}

export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly pipeline: Pipeline; readonly line: number }
  | {
      readonly kind: "if" | "with" | "range";
      readonly pipeline: Pipeline;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
      readonly line: number;
    }
  | { readonly kind: "template"; readonly name: string; readonly pipeline: Pipeline | undefined; readonly line: number }
  | { readonly kind: "break" | "continue"; readonly line: number };

/** A parsed template, and the templates defined in it. */
export interface Template {
  readonly body: readonly Node[];
  readonly defined: ReadonlyMap<string, readonly Node[]>;
}
