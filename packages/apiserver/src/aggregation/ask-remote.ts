import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { frontProxy } from "../user/front-proxy.ts";
import { type Authenticated } from "../user/user.ts";
import { type RemoteServer } from "./remote-server.ts";

const agent = new https.Agent({ keepAlive: true, maxSockets: 16 });

export interface RemoteRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The user of the request. */
  readonly user: Authenticated;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to another server for a user, as kube-apiserver does: the client certificate of the front proxy vouches for the user's
 * name.
 *
 * @throws Error - it is unreachable.
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

/** Hop-by-hop headers, and the credentials of the client. */
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
