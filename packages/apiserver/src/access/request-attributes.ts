import { parseFieldSelector } from "@capstan/kube";
import { type Authenticated } from "../user/user.ts";
import { type Attributes } from "../authorization/attributes.ts";
import { checkName } from "../object/names.ts";
import { type RequestInfo } from "../request/request-info.ts";

/** The attributes in the head of a request. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined for a non-resource request. */
  readonly info: RequestInfo | undefined;
}

/** The authorization attributes of a request from `user`. */
export function attributesOf(user: Authenticated, { method, path, query, info }: RequestHead): Attributes {
  if (info === undefined) return { user, verb: method.toLowerCase(), path: decoded(path) };
  const { verb, group, resource, subresource, namespace } = info;
  const name = info.name === "" && (verb === "list" || verb === "watch") ? selectedName(query) : info.name;
  return { user, verb, group, resource, subresource, namespace, name };
}

/** The only object that a list can have, because of its field selector. */
function selectedName(query: URLSearchParams): string {
  try {
    const requirements = parseFieldSelector(query.get("fieldSelector") ?? "");
    const name = requirements.find(({ path, isEqual }) => path === "metadata.name" && isEqual)?.value ?? "";
    return checkName(name, "path-segment", "").length === 0 ? name : "";
  } catch {
    return "";
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
