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

/**
 * Whether a request was meant for this server and does not come from another site: a name that was made to resolve to loopback is
 * refused by its Host, another site's page by its Origin.
 */
export function isOwnRequest({ host, origin, ...headers }: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const site = headers["sec-fetch-site"];
  return (
    host !== undefined &&
    hosts.includes(host) &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === "same-origin" || site === "none")
  );
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
