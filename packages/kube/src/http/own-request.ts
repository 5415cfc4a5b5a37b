/** Headers of a request, by their names in small letters. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

/**
 * Whether a request to a server on loopback was meant for it and does not come from a page of another site, which a browser would send
 * on for it: a name that was made to resolve to loopback is refused by its Host, another site, and another port, by its Origin or by what
 * the browser says of it.
 */
export function isOwnRequest({ host, origin, ["sec-fetch-site"]: site }: Headers): boolean {
  return (
    typeof host === "string" &&
    loopback.test(host) &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === "same-origin" || site === "none")
  );
}
