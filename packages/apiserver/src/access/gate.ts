import { type IncomingMessage } from "node:http";
import { type Authenticator } from "../authentication/authentication.ts";
import { anonymous, type Authenticated } from "../user/user.ts";
import { type Authorizer } from "../authorization/authorizer.ts";
import { forbiddenRequest } from "../authorization/forbidden.ts";
import { StatusError, unauthorized } from "../status/status-error.ts";
import { wantedUser } from "./impersonation/headers.ts";
import { Impersonator } from "./impersonation/impersonator.ts";
import { attributesOf, type RequestHead } from "./request-attributes.ts";

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
