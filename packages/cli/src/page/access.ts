import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Who may use the page's server: who has its token, which is in the fragment of the page's URL, and so in no request and no log. What a
 * browser sends for another site is refused as well, whatever it carries.
 */
export class PageAccess {
  readonly token = randomBytes(32).toString("base64url");
  readonly #digest = digestOf(`Bearer ${this.token}`);

  /** Whether a request of `/api` carries the token; takes as long for any other. */
  isAuthorized({ authorization = "" }: IncomingHttpHeaders): boolean {
    return timingSafeEqual(digestOf(authorization), this.#digest);
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
