import { createSecureContext, type SecureContext } from "node:tls";
import type { TlsOptions } from "./credentials.ts";

/** Options of a TLS connection, with certificates and keys already parsed. */
export interface TlsConnection extends TlsOptions {
  readonly secureContext: SecureContext;
}

/**
 * TLS options that connections with the same credentials share, because parsing certificates and keys costs more than a handshake. They are
 * parsed for the first connection, which fails if they are invalid; the next connection tries again.
 */
export function tlsConnection(tls: TlsOptions): () => TlsConnection {
  let connection: TlsConnection | undefined;
  return () => (connection ??= { ...tls, secureContext: createSecureContext(tls) });
}
