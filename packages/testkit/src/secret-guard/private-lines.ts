import { type JsonWebKey } from "node:crypto";
import { readPrivateKey } from "@capstan/kube/x509";

/** A shorter line can occur anywhere. */
const shortestLine = 20;
/** The private components of a key, as named in JWK. */
const privateComponents = ["d", "p", "q", "dp", "dq", "qi"] as const;

/**
 * The lines that reveal a part of a private key. All others hold only its public half, which is also in certificates and public keys.
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
    const isRevealing = places.length === 0 || places.some(([at, length]) => at < end && begin < at + length);
    return isRevealing && line.length >= shortestLine;
  });
}

function componentsOf(label: string, lines: readonly string[]): Buffer[] {
  // eslint-disable-next-line no-restricted-syntax -- A key that stands somewhere in a string, put together again.
  const jwk = parse([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n"));
  return privateComponents.flatMap((name) => {
    const component = jwk?.[name];
    return component === undefined ? [] : [Buffer.from(component, "base64url")];
  });
}

/** Undefined if it is not a key, or is encrypted: in that case every line may reveal something. */
function parse(pem: string): JsonWebKey | undefined {
  try {
    return readPrivateKey(pem).export({ format: "jwk" });
  } catch {
    return undefined;
  }
}
