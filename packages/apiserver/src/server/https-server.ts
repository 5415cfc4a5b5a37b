import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { CertificateAndKey } from "@capstan/kube/x509";

const keepAliveTimeout = 120_000;

/**
 * HTTPS as kube-apiserver has it: HTTP/2 with clients that ask for it, so that all their watches are on one connection; HTTP/1.1
 * with all others. Client certificates are asked for, but not required.
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
      // Those of HTTP/2 have what is used of the others (Node's compatibility API), though their types say less.
      handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    },
  );
}
