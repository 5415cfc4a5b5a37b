import path from "node:path";
import { isJsonObject } from "@capstan/kube";
import { jsonKind } from "../go/go-text.ts";
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

interface Decoded {
  readonly v?: string;
  readonly rv?: number;
  readonly start?: string;
}

/** Decodes the token as Go does. */
function decode(text: string): Decoded {
  const at = text.search(/[^\w-]/);
  if (at !== -1 || text.length % 4 === 1) {
    throw malformed(`illegal base64 data at input byte ${at === -1 ? text.length - 1 : at}`);
  }
  const token = parsed(Buffer.from(text, "base64url").toString()) ?? {};
  if (!isJsonObject(token)) throw malformed(wrongType(token, "value of type storage.continueToken"));
  for (const [field, type] of Object.entries({ v: "string", rv: "int64", start: "string" })) {
    const value = token[field] ?? undefined;
    const fits = type === "string" ? typeof value === "string" : Number.isInteger(value);
    if (value !== undefined && !fits) {
      throw malformed(wrongType(value, `struct field continueToken.${field} of type ${type}`));
    }
  }
  return token;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : String(error));
  }
}

function wrongType(value: unknown, into: string): string {
  const found = into.endsWith("int64") && typeof value === "number" ? `number ${value}` : jsonKind(value);
  return `json: cannot unmarshal ${found} into Go ${into}`;
}

function malformed(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
