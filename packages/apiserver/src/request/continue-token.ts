import path from "node:path";
import { isJsonObject } from "@capstan/kube";
import { badRequest } from "../status/status-error.ts";

/** Where the next piece of a list begins. */
export interface ContinueToken {
  /** The version of the whole list; less than 0 for whatever there is by then. */
  readonly revision: number;
  /** The key of the last object before. */
  readonly after: string;
}

const version = "meta.k8s.io/v1";

export function writeContinue({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start: after })).toString("base64url");
}

/** @throws StatusError BadRequest. */
export function readContinue(text: string): ContinueToken {
  const token = decode(text);
  const { v = "", rv = 0, start = "" } = token;
  if (v !== version) throw malformed(`: server does not recognize this encoded version ${String(v)}`);
  if (typeof rv !== "number" || rv === 0)
    throw malformed(`: incorrect encoded start resourceVersion (version ${version})`);
  if (typeof start !== "string" || start === "") throw malformed(`: encoded start key empty (version ${version})`);
  const key = start.startsWith("/") ? start : `/${start}`;
  if (path.posix.normalize(key) !== key) throw malformed(`: ${start}`);
  return { revision: rv, after: start };
}

function decode(text: string): { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } {
  let token: unknown;
  try {
    token = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    // The parser's own words are no one's but JavaScript's.
  }
  if (isJsonObject(token)) return token;
  throw malformed("");
}

function malformed(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid${why}`);
}
