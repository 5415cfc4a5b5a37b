import type { ObjectRef } from "@capstan/kube";
import { RequestPathError } from "../errors/runtime-errors.ts";

/** The name of a part of a path, and its object, for errors. */
export interface PathPartSource {
  /** The name of the part, such as `name`. */
  readonly what: string;
  readonly object?: ObjectRef;
}

/** Most names in Kubernetes have 253 characters at most; those of RBAC have no limit. */
const mostCharacters = 1_024;
const quotedCharacters = 64;

/**
 * Encodes one part of a path, so that a server which decodes the path gets exactly this part.
 *
 * Encoding alone is not enough: it cannot hide a dot, and a proxy may decode before it looks for `..`, `/` or `?`. No object that Cluster
 * API uses has such a name.
 *
 * @throws RequestPathError - it cannot be a part of a path.
 */
export function encodePathPart(part: string, source: PathPartSource): string {
  const why = whyNoPart(part);
  if (why === undefined) return encodeURIComponent(part);
  const { what, ...of } = source;
  const whose = of.object === undefined ? `The ${what}` : `${placeOf(of.object, what)}: the ${what}`;
  throw new RequestPathError(
    `${whose} ${quoted(part)} cannot be part of a request's path: it ${why}; correct it where it is set, such as in a reference`,
    { part: what, ...of },
  );
}

/** @returns the problem, to complete "it ..."; `undefined` if there is none. */
function whyNoPart(part: string): string | undefined {
  if (part.trim() === "") return "is empty";
  if (part.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (/^\s*\.{1,2}\s*$/.test(part)) return "changes the path";
  if (/[/\\%?#;]/.test(part)) return "has a character that ends or changes a path: / \\ % ? # ;";
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(part)) return "has a character that cannot be printed";
  return undefined;
}

/** Omits the name, because the name may be the problem. */
function placeOf({ kind, namespace }: ObjectRef, what: string): string {
  return namespace === undefined || what === "namespace" ? kind : `${kind} in namespace ${quoted(namespace)}`;
}

/** Replaces characters that end a line or change a terminal. */
function quoted(part: string): string {
  const start = part.slice(0, quotedCharacters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
  return `${JSON.stringify(start)}${part.length > quotedCharacters ? "…" : ""}`;
}
