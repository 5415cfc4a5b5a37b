import { type FieldError } from "../status/field-error.ts";

export function required(field: string, detail: string): FieldError {
  return { type: "Required value", field, detail };
}

export function forbidden(field: string, detail: string): FieldError {
  return { type: "Forbidden", field, detail };
}

export function invalid(field: string, value: unknown, detail: string): FieldError {
  return { type: "Invalid value", field, value, detail };
}

export function unsupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const values = supported.map((one) => JSON.stringify(one)).join(", ");
  return { type: "Unsupported value", field, value, detail: `supported values: ${values}` };
}

/** Sorts problems by description, because members of objects have no order. */
export function inOrder(problems: readonly FieldError[], describe: (problem: FieldError) => string): FieldError[] {
  return problems
    .map((problem) => ({ problem, text: `${problem.field}: ${describe(problem)}` }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ problem }) => problem);
}
