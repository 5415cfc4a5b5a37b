import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Access to the page's server: for clients with its token, which is in the fragment of the page's URL, and so in no request line and no
 * log. Requests that a browser sends for another site are refused as well, even with the token.
 */
export class PageAccess {
  readonly token = randomBytes(32).toString("base64url");
  readonly #digest = digestOf(`Bearer ${this.token}`);

  /** Whether a request of `/api` has the token; compares in constant time. */
  isAuthorized({ authorization = "" }: IncomingHttpHeaders): boolean {
    return timingSafeEqual(digestOf(authorization), this.#digest);
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
