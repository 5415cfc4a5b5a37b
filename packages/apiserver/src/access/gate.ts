import { type IncomingMessage } from "node:http";
import { parseFieldSelector } from "@capstan/kube";
import { type Authenticator } from "../authentication/authentication.ts";
import { type Attributes } from "../authorization/attributes.ts";
import { type Authorizer } from "../authorization/authorizer.ts";
import { forbiddenRequest } from "../authorization/forbidden.ts";
import { checkName } from "../object/names.ts";
import { type RequestInfo } from "../request/request-info.ts";
import { StatusError, unauthorized } from "../status/status-error.ts";
import { anonymous, type Authenticated } from "../user/user.ts";
import { wantedUser } from "./impersonation/headers.ts";
import { Impersonator } from "./impersonation/impersonator.ts";

/** A request that was admitted, or the reason why not. */
export type Entry =
  | { readonly user: Authenticated; readonly refusal?: undefined; readonly isImpersonation?: undefined }
  | {
      readonly user: Authenticated | undefined;
      readonly refusal: StatusError;
      /** Whether impersonation was refused. */
      readonly isImpersonation?: boolean;
    };

/** Authenticates a request, applies impersonation, and authorizes it. */
export class Gate {
  readonly #authenticator: Authenticator;
  readonly #authorizer: Authorizer;
  readonly #impersonator: Impersonator;

  constructor(options: { readonly authenticator: Authenticator; readonly authorizer: Authorizer }) {
    this.#authenticator = options.authenticator;
    this.#authorizer = options.authorizer;
    this.#impersonator = new Impersonator(options.authorizer);
  }

  enter(request: IncomingMessage, head: RequestHead): Entry {
    const sender = this.#authenticator.authenticate(request);
    if (sender === undefined || (sender === anonymous && !this.#authorizer.knowsAnonymous)) {
      return { user: undefined, refusal: unauthorized() };
    }
    try {
      const wanted = wantedUser(request);
      const user = wanted === undefined ? sender : this.#impersonator.impersonate(wanted, attributesOf(sender, head));
      const attributes = attributesOf(user, head);
      const { allowed, reason } = this.#authorizer.authorize(attributes);
      return allowed ? { user } : { user, refusal: forbiddenRequest(attributes, reason) };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { user: sender, refusal: error, isImpersonation: true };
    }
  }
}

/** The attributes in the head of a request. */
interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined for a non-resource request. */
  readonly info: RequestInfo | undefined;
}

/** The authorization attributes of a request from `user`. */
function attributesOf(user: Authenticated, { method, path, query, info }: RequestHead): Attributes {
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
