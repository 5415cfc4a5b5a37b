import { type Discovery } from "../../api/discovery.ts";

/** What a discovery still needs from outside the spec. */
export interface DiscoveryNeeds {
  readonly address: boolean;
  readonly token: boolean;
  readonly caCertHashes: boolean;
}

/** What the defaults of a discovery are taken from; each only if it is needed. */
export interface DiscoveryDefaults {
  readonly apiServerEndpoint: string | undefined;
  readonly token: string | undefined;
  readonly caCertHashes: readonly string[] | undefined;
}

/** What is missing in the discovery the user wrote. A discovery file brings everything itself. */
export function discoveryNeeds(discovery: Discovery | undefined): DiscoveryNeeds {
  if (discovery?.file !== undefined) return { address: false, token: false, caCertHashes: false };
  const given = discovery?.bootstrapToken;
  return {
    address: given?.apiServerEndpoint === undefined,
    token: given?.token === undefined,
    caCertHashes: given?.caCertHashes === undefined && given?.unsafeSkipCAVerification !== true,
  };
}

/** The discovery with its defaults: what the user wrote always wins. */
export function completeDiscovery(discovery: Discovery | undefined, defaults: DiscoveryDefaults): Discovery {
  if (discovery?.file !== undefined) return discovery;
  const { apiServerEndpoint, token, caCertHashes } = defaults;
  return {
    ...discovery,
    bootstrapToken: {
      ...(apiServerEndpoint === undefined ? {} : { apiServerEndpoint }),
      ...(token === undefined ? {} : { token }),
      ...(caCertHashes === undefined ? {} : { caCertHashes: [...caCertHashes] }),
      ...discovery?.bootstrapToken,
    },
  };
}

/** host:port, with brackets around an IPv6 address; undefined unless both are set. */
export function formatEndpoint(
  endpoint: { readonly host?: string; readonly port?: number } | undefined,
): string | undefined {
  const { host, port } = endpoint ?? {};
  if (host === undefined || host === "" || port === undefined || port === 0) return undefined;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
