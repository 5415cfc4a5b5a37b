import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { check } from "../cel/check/check.ts";
import { SourceError } from "../cel/expression/source-error.ts";
import { type CelType } from "../cel/types/cel-type.ts";
import { declaredTypes, type Extras } from "../policy/declared-types.ts";
import { PolicyVariables } from "../policy/policy-variables.ts";

/** A kind that a policy matches. */
export interface CheckedKind {
  /** The name in messages: `apps/v1, Kind=Deployment`. */
  readonly name: string;
  readonly type: CelType;
}

export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/**
 * Type-checks the expressions of a ValidatingAdmissionPolicy against each kind that it matches.
 *
 * @param params - the type of its parameters, if it has some and their type is known.
 */
export function expressionWarnings(
  spec: JsonObject,
  kinds: readonly CheckedKind[],
  params: CelType | undefined,
): ExpressionWarning[] {
  const checks = kinds.map(({ name, type }) => ({ name, problemOf: checkerOf(spec, type, params) }));
  return listAt(spec, "validations")
    .filter(isJsonObject)
    .flatMap((validation, index) =>
      ["expression", "messageExpression"].flatMap((field) => {
        const source = textAt(validation, field) ?? "";
        const problems = source === "" ? [] : checks.flatMap(({ name, problemOf }) => linesOf(name, problemOf(source)));
        return problems.length === 0
          ? []
          : [{ fieldRef: `spec.validations[${index}].${field}`, warning: problems.join("\n") }];
      }),
    );
}

function checkerOf(
  spec: JsonObject,
  object: CelType,
  params: CelType | undefined,
): (source: string) => string | undefined {
  const own: Extras = {
    params: spec.paramKind !== undefined,
    authorizer: true,
    object,
    ...(params === undefined ? {} : { paramsType: params }),
  };
  const variables = new PolicyVariables(listAt(spec, "variables"), own);
  const types = new Map(declaredTypes({ ...own, variables: variables.types }));
  // The real server does not know it when it checks types.
  types.delete("authorizer.requestResource");
  return (source) => {
    try {
      check(source, types);
      return undefined;
    } catch (error) {
      if (error instanceof SourceError) return error.message;
      throw error;
    }
  };
}

function linesOf(kind: string, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${kind}: ${problem}\n`];
}
