import { type JsonWebKey } from "node:crypto";
import { readPrivateKey } from "@capstan/kube/x509";

/** A shorter line can be found anywhere. */
const shortestLine = 20;
/** Components of a key that nobody else has, as JWK names them. */
const privateComponents = ["d", "p", "q", "dp", "dq", "qi"] as const;

/**
 * The lines of a private key that tell something of it. Others have no more than its public half, which is in certificates and public
 * keys, too.
 *
 * @param label - such as `EC PRIVATE KEY`.
 * @param lines - its base64, line by line.
 */
export function privateLines(label: string, lines: readonly string[]): string[] {
  const components = componentsOf(label, lines);
  const der = Buffer.from(lines.join(""), "base64");
  const places = components.map((bytes) => [der.indexOf(bytes), bytes.length] as const).filter(([at]) => at >= 0);
  let end = 0;
  return lines.filter((line) => {
    const begin = end;
    end += (line.length / 4) * 3;
    const tells = places.length === 0 || places.some(([at, length]) => at < end && begin < at + length);
    return tells && line.length >= shortestLine;
  });
}

function componentsOf(label: string, lines: readonly string[]): Buffer[] {
  // eslint-disable-next-line no-restricted-syntax -- A key that stands somewhere in a text, put together again.
  const jwk = parse([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n"));
  return privateComponents.flatMap((name) => {
    const component = jwk?.[name];
    return component === undefined ? [] : [Buffer.from(component, "base64url")];
  });
}

/** Undefined if it is no key, or an encrypted one: then every line may tell something. */
function parse(pem: string): JsonWebKey | undefined {
  try {
    return readPrivateKey(pem).export({ format: "jwk" });
  } catch {
    return undefined;
  }
}
