import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { frontProxy } from "../user/front-proxy.ts";
import { type Authenticated } from "../user/user.ts";
import { type RemoteServer } from "./remote-server.ts";

const agent = new https.Agent({ keepAlive: true, maxSockets: 16 });

export interface RemoteRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** For whom it is asked. */
  readonly user: Authenticated;
  readonly signal?: AbortSignal;
}

/**
 * Asks another server on behalf of a user, as kube-apiserver does: the client certificate of the front proxy vouches for the user's name.
 *
 * @throws Error - it cannot be reached.
 */
export function askRemote(
  { serverName, hostname, port, authorities, isTrustedAnyway }: RemoteServer,
  credentials: CertificateAndKey,
  { method, path, headers, body, user, signal }: RemoteRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = https.request({
      hostname,
      port,
      path,
      method,
      agent,
      servername: serverName,
      cert: credentials.certificate,
      key: credentials.privateKey,
      rejectUnauthorized: !isTrustedAnyway,
      ...(authorities === undefined ? {} : { ca: authorities, allowPartialTrustChain: true }),
      ...(signal === undefined ? {} : { signal }),
      headers: { ...passedOn(headers), ...userHeaders(user), "content-length": body.length },
    });
    request.on("error", reject);
    request.on("response", resolve);
    request.end(body);
  });
}

/** What is between two hops, and what the client vouches for itself by. */
const ownHeaders = new Set([
  "authorization",
  "connection",
  "content-length",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function passedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !ownHeaders.has(name) &&
        !name.startsWith(":") &&
        !name.startsWith("x-remote-") &&
        !name.startsWith("impersonate-"),
    ),
  );
}

function userHeaders({ name, uid, groups, extra = {} }: Authenticated): OutgoingHttpHeaders {
  const extras = Object.entries(extra).map(([key, values]) => [
    `${frontProxy.extraPrefix}${encodeURIComponent(key)}`,
    [...values],
  ]);
  return {
    [frontProxy.user]: name,
    ...(uid === undefined ? {} : { [frontProxy.uid]: uid }),
    [frontProxy.group]: [...groups],
    ...(Object.fromEntries(extras) as OutgoingHttpHeaders),
  };
}
