import { MalformedTextError } from "../errors/malformed-text-error.ts";

/** A demand on one field: `path=value` or `path!=value`. */
export interface FieldRequirement {
  /** Such as `metadata.name`. */
  readonly path: string;
  /** Whether the field must have the value, or must not. */
  readonly isEqual: boolean;
  /** The value that the field is compared with. */
  readonly value: string;
}

/**
 * Reads a field selector, as Kubernetes' `fields.ParseSelector` does: `metadata.name=a,type!=b`. In a value `\,`, `\=` and `\\`
 * mean a comma, an equals sign and a backslash.
 *
 * @returns what it demands, in the order of its terms' text; nothing for the empty text.
 * @throws MalformedTextError it cannot be read.
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

/** A value as a field selector has to have it. */
export function escapeFieldValue(value: string): string {
  return value.replaceAll(/[\\,=]/g, (sign) => `\\${sign}`);
}

/**
 * Whether an object meets what a field selector demands.
 *
 * @param valueOf - the text of a field; the empty text for one that is not there.
 */
export function meetsFields(requirements: readonly FieldRequirement[], valueOf: (path: string) => string): boolean {
  return requirements.every(({ path, isEqual, value }) => (valueOf(path) === value) === isEqual);
}

/** The text between commas; one after a backslash belongs to a value. */
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
