/** Headers of a request, by name in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

/**
 * Whether a request to a loopback server was meant for it, instead of being sent by a browser for a page of another site. The Host header
 * reveals a name that was made to resolve to loopback (DNS rebinding). The Origin header, or the browser's `Sec-Fetch-Site`, reveals
 * another site or another port.
 */
export function isOwnRequest({ host, origin, ["sec-fetch-site"]: site }: Headers): boolean {
  return (
    typeof host === "string" &&
    loopback.test(host) &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === "same-origin" || site === "none")
  );
}
