import { ownField } from "@capstan/kube";
import { additionalSchema, type Schema } from "../schema/schema.ts";

/** Why a path is invalid. */
export class FieldPathError extends Error {}

/**
 * The path that `.a.b['c']` refers to in values of a schema, in the format of errors.
 *
 * @throws FieldPathError
 */
export function readFieldPath(text: string, schema: Schema, lists = true): { path: string; schema: Schema } {
  const tokens = tokensOf(text);
  let path = "";
  let current = schema;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    const isNamed = namesFields(current, token);
    let name: string;
    if (token === "[") {
      if (!lists) throw new FieldPathError("array notation is not allowed");
      name = quoted(tokens[index + 1]);
      closing(tokens[index + 2]);
      index += 2;
    } else if (token === ".") {
      name = following(tokens[index + 1]);
      index += 1;
    } else {
      throw new FieldPathError(`expected [ or . but got: ${token}`);
    }
    const next = isNamed ? ownField(current.properties ?? {}, name) : additionalSchema(current);
    path = isNamed ? (path === "" ? name : `${path}.${name}`) : `${path}[${name}]`;
    if (next === undefined) throw new FieldPathError("does not refer to a valid field");
    current = next;
  }
  return { path, schema: current };
}

function namesFields(schema: Schema, token: string): boolean {
  if (token !== "." && token !== "[") return true;
  if (schema.properties !== undefined) return true;
  if (schema.additionalProperties !== undefined) return false;
  throw new FieldPathError("does not refer to a valid field");
}

function tokensOf(text: string): string[] {
  return text.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/gs) ?? [];
}

function following(token: string | undefined): string {
  if (token === undefined) throw new FieldPathError("unexpected end of JSON path");
  return token;
}

function quoted(token: string | undefined): string {
  const text = following(token);
  if (text.length < 2 || !text.startsWith("'") || !text.endsWith("'")) {
    throw new FieldPathError(`expected single quoted string but got ${text}`);
  }
  return text.slice(1, -1).replace(/\\(.)/gs, (escape, character: string) => {
    const plain = escapes[character];
    if (plain === undefined) throw new FieldPathError(`invalid string literal: invalid escape char ${escape}`);
    return plain;
  });
}

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "'": "'",
  "\\": "\\",
};

function closing(token: string | undefined): void {
  const text = following(token);
  if (text !== "]") throw new FieldPathError(`expected ] but got ${text}`);
}
