import { SourceError } from "../cel/expression/source-error.ts";
import { compile, type Program } from "../cel/program.ts";
import { boolType, type CelType, isSameType, nullType, stringType, typeText } from "../cel/types/cel-type.ts";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { declaredTypes, type Extras } from "./declared-types.ts";
import { patchDialect } from "./patch-dialect.ts";

/** A compiled expression about a write, or why it does not compile. */
export interface PolicyExpression {
  readonly source: string;
  readonly program?: Program;
  readonly error?: string;
}

/** The required value types of expressions by place; unset for any. */
export const wanted = {
  condition: [boolType],
  message: [stringType],
  annotation: [stringType, nullType],
} as const;

export function policyExpression(source: string, extras: Extras, types: readonly CelType[] = []): PolicyExpression {
  try {
    const program = compile(source, declaredTypes(extras), extras.changes === true ? patchDialect : undefined);
    const { type } = program.checked;
    if (types.length === 0 || types.some((one) => isSameType(one, type))) return { source, program };
    const [only = boolType] = types;
    const which = types.length === 1 ? nameOf(only) : `one of [${types.map(nameOf).join(" ")}]`;
    return { source, error: `must evaluate to ${which} but got ${nameOf(type)}` };
  } catch (error) {
    if (error instanceof SourceError) return { source, error: `compilation failed: ${error.message}` };
    if (error instanceof EvaluationError) return { source, error: `program instantiation failed: ${error.message}` };
    throw error;
  }
}

function nameOf(type: CelType): string {
  return type.kind === "null" ? "null_type" : typeText(type);
}
