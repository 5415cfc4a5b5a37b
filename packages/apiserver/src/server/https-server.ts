import { once } from "node:events";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import { type Server } from "node:net";
import { type CertificateAndKey } from "@capstan/kube/x509";

const keepAliveTimeout = 120_000;

/**
 * HTTPS as in kube-apiserver: HTTP/2 for clients that support it, so that all their watches share one connection; otherwise HTTP/1.1.
 * Client certificates are requested, but not required.
 */
export function createHttpsServer(
  serving: CertificateAndKey,
  clientAuthority: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Http2SecureServer {
  return createSecureServer(
    {
      cert: serving.certificate,
      key: serving.privateKey,
      ca: clientAuthority,
      requestCert: true,
      rejectUnauthorized: false,
      allowHTTP1: true,
      http1Options: { keepAliveTimeout },
    },
    (request, response) => {
      // HTTP/2 requests and responses have all members that are used here (Node's compatibility API), although their types lack some.
      handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    },
  );
}

/**
 * Makes a server listen.
 *
 * @param anyPort - whether `port` is only preferred.
 * @throws Error the port is in use.
 */
export async function bind(server: Server, host: string, port: number, anyPort: boolean): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    if (!anyPort || port === 0) throw error;
    server.listen(0, host);
    await once(server, "listening");
  }
}
