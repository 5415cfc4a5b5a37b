import { createSecureContext, type SecureContext } from "node:tls";
import type { TlsOptions } from "./credentials.ts";

/** Options of a TLS connection whose certificates and keys have been read. */
export interface TlsConnection extends TlsOptions {
  readonly secureContext: SecureContext;
}

/**
 * Options for all connections with the same credentials: to read certificates and keys costs more than a handshake. They are read
 * for the first connection, which fails if they cannot be; the next one tries again.
 */
export function tlsConnection(tls: TlsOptions): () => TlsConnection {
  let connection: TlsConnection | undefined;
  return () => (connection ??= { ...tls, secureContext: createSecureContext(tls) });
}
