import { type ServerResponse } from "node:http";
import { issuer, type ServiceAccountTokens } from "../authentication/tokens/service-account-tokens.ts";

const keysPath = "/openid/v1/jwks";
const configurationPath = "/.well-known/openid-configuration";

/** The paths for verifying tokens of ServiceAccounts (OpenID Connect Discovery). */
export const issuerPaths: readonly string[] = [configurationPath, keysPath];

/**
 * Answers one of these paths.
 *
 * @param address - the address of the server, `host:port`.
 * @returns whether the path was one of them.
 */
export function sendIssuer(
  path: string,
  response: ServerResponse,
  { tokens, address }: { readonly tokens: ServiceAccountTokens; readonly address: string },
): boolean {
  if (path === keysPath) send(response, { keys: [tokens.key.jwk] }, "application/jwk-set+json");
  else if (path === configurationPath) {
    const configuration = {
      issuer,
      jwks_uri: `https://${address}${keysPath}`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [tokens.key.algorithm],
    };
    send(response, configuration, "application/json");
  } else return false;
  return true;
}

function send(response: ServerResponse, document: object, contentType: string): void {
  response.writeHead(200, { "content-type": contentType, "cache-control": "public, max-age=3600" });
  response.end(JSON.stringify(document));
}
