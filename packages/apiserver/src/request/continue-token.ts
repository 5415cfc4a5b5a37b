import path from "node:path";
import { isJsonObject } from "@capstan/kube";
import { badRequest } from "../status/status-error.ts";

/** The start of a list's next page. */
export interface ContinueToken {
  /** The version of the whole list; negative for the newest state. */
  readonly revision: number;
  /** The key of the previous object. */
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
  if (v !== version) throw malformed(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw malformed(`incorrect encoded start resourceVersion (version ${version})`);
  if (start === "") throw malformed(`encoded start key empty (version ${version})`);
  const key = start.startsWith("/") ? start : `/${start}`;
  if (path.posix.normalize(key) !== key) throw malformed(start);
  return { revision: rv, after: start };
}

/** @throws StatusError BadRequest. */
function decode(text: string): { readonly v?: string; readonly rv?: number; readonly start?: string } {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const { v = "", rv = 0, start = "" } = isJsonObject(token) ? token : {};
    if (isJsonObject(token) && typeof v === "string" && Number.isInteger(rv) && typeof start === "string") return token;
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : String(error));
  }
  throw malformed("it has other types");
}

function malformed(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
