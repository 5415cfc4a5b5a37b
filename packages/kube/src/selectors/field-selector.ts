import { MalformedTextError } from "../errors/malformed-text-error.ts";

/** A requirement on a field: `path=value` or `path!=value`. */
export interface FieldRequirement {
  /** The path of the field, such as `metadata.name`. */
  readonly path: string;
  /** Whether the field must equal the value, or must differ from it. */
  readonly isEqual: boolean;
  /** The value to compare with. */
  readonly value: string;
}

/**
 * Parses a field selector as Kubernetes' `fields.ParseSelector` does: `metadata.name=a,type!=b`. In a value `\,`, `\=` and `\\` mean a
 * comma, an equals sign and a backslash.
 *
 * @returns the requirements, sorted by their terms; empty for the empty string.
 * @throws MalformedTextError the string is not a field selector.
 */
export function parseFieldSelector(text: string): FieldRequirement[] {
  return termsOf(text)
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
    .filter((term) => term !== "")
    .map((term) => {
      const [, path, operator, value] = /^(.*?)(!=|==|=)(.*)$/s.exec(term) ?? [];
      if (path === undefined || value === undefined) {
        throw malformed(`invalid selector: '${text}'; can't understand '${term}'`);
      }
      return { path, isEqual: operator !== "!=", value: unescaped(value) };
    })
    .filter(({ path, value }) => path + value !== "");
}

/** Escapes a value for a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replaceAll(/[\\,=]/g, (sign) => `\\${sign}`);
}

/**
 * Whether an object meets the requirements of a field selector.
 *
 * @param valueOf - returns the value of a field; the empty string for a missing field.
 */
export function meetsFields(requirements: readonly FieldRequirement[], valueOf: (path: string) => string): boolean {
  return requirements.every(({ path, isEqual, value }) => (valueOf(path) === value) === isEqual);
}

/** Splits at commas; a comma after a backslash belongs to a value. */
function termsOf(text: string): string[] {
  return text === "" ? [] : [...text.matchAll(/((?:\\.|[^\\,]|\\$)*)(?:,|$)/gs)].map(([, term = ""]) => term);
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.?)|[,=]/gsu, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw malformed(`invalid field selector: unescaped character in value: ${sequence.codePointAt(0) ?? 0}`);
    }
    if (escaped !== "" && "\\,=".includes(escaped)) return escaped;
    throw malformed(`invalid field selector: invalid escape sequence: ${sequence}`);
  });
}

function malformed(message: string): MalformedTextError {
  return new MalformedTextError("field selector", message);
}
