import type { ObjectRef } from "@capstan/kube";
import { RequestPathError } from "../errors/runtime-errors.ts";

/** What a part of a path is, as an error names it, and which object it is of. */
export interface PathPartSource {
  /** Such as `name`. */
  readonly what: string;
  readonly object?: ObjectRef;
}

/** Kubernetes' own names have 253 characters at most; those of RBAC have no limit. */
const mostCharacters = 1_024;
const quotedCharacters = 64;

/**
 * One part of a path, encoded: a server that decodes the path gets this part, and no other part becomes another.
 *
 * Encoding alone does not do: no encoding hides a dot, and a proxy on the way may decode before it looks for `..`, `/` or `?`. No
 * object that Cluster API knows has a name with any of them.
 *
 * @throws RequestPathError - it cannot be a part of a path.
 */
export function encodePathPart(part: string, source: PathPartSource): string {
  const why = whyNoPart(part);
  if (why === undefined) return encodeURIComponent(part);
  const { what, object } = source;
  const whose = object === undefined ? `The ${what}` : `${placeOf(object, what)}: the ${what}`;
  throw new RequestPathError(
    `${whose} ${quoted(part)} cannot be part of a request's path: it ${why}; correct it where it is set, such as in a reference`,
    { part: what, ...(object === undefined ? {} : { object }) },
  );
}

/** @returns what is wrong, to complete "it ..."; `undefined` if nothing is. */
function whyNoPart(part: string): string | undefined {
  if (part.trim() === "") return "is empty";
  if (part.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (/^\s*\.{1,2}\s*$/.test(part)) return "means another place of the path";
  if (/[/\\%?#;]/.test(part)) return "has a character that ends or changes a path: / \\ % ? # ;";
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(part)) return "has a character that cannot be printed";
  return undefined;
}

/** Without the name, which may be what is wrong. */
function placeOf({ kind, namespace }: ObjectRef, what: string): string {
  return namespace === undefined || what === "namespace" ? kind : `${kind} in namespace ${quoted(namespace)}`;
}

/** Without anything that ends a line or changes a terminal. */
function quoted(part: string): string {
  const start = part.slice(0, quotedCharacters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
  return `${JSON.stringify(start)}${part.length > quotedCharacters ? "…" : ""}`;
}
