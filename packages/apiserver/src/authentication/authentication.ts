import { createHmac, timingSafeEqual } from "node:crypto";
import { type IncomingMessage } from "node:http";
import { type PeerCertificate, TLSSocket } from "node:tls";

/** Who sends a request. */
export interface Authenticated {
  readonly name: string;
  readonly groups: readonly string[];
}

export const anonymous: Authenticated = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** Recognizes users by client certificate (CN is the name, O the groups) and by the bearer tokens it hands out. */
export class Authenticator {
  readonly #secret: string;
  readonly #bySocket = new WeakMap<TLSSocket, Authenticated>();
  /** By the certificate's fingerprint: to read a certificate takes longer than a handshake, and clients have many connections. */
  readonly #byCertificate = new Map<string, Authenticated>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The user of a request; anonymous without credentials, undefined when they are not valid. */
  authenticate(request: IncomingMessage): Authenticated | undefined {
    const header = request.headers.authorization;
    if (header?.startsWith("Bearer ") === true) return this.#fromToken(header.slice("Bearer ".length).trim());
    const { socket } = request;
    if (!(socket instanceof TLSSocket)) return anonymous;
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const fingerprint = socket.getPeerX509Certificate()?.fingerprint256;
    if (fingerprint === undefined) return anonymous;
    if (!socket.authorized) return undefined;
    const user = this.#byCertificate.get(fingerprint) ?? named(socket.getPeerCertificate());
    this.#byCertificate.set(fingerprint, user);
    this.#bySocket.set(socket, user);
    return user;
  }

  /** A token that makes its bearer `user`. It stays valid as long as the server keeps its secret. */
  issueToken(name: string, groups: readonly string[]): string {
    const claims = Buffer.from(JSON.stringify({ name, groups })).toString("base64url");
    return `${claims}.${this.#sign(claims)}`;
  }

  #fromToken(token: string): Authenticated | undefined {
    const [claims = "", signature = ""] = token.split(".");
    const expected = Buffer.from(this.#sign(claims));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { name, groups } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Authenticated;
    return { name, groups: [...groups, "system:authenticated"] };
  }

  #sign(claims: string): string {
    return createHmac("sha256", this.#secret).update(claims).digest("base64url");
  }
}

function named({ subject }: PeerCertificate): Authenticated {
  return {
    name: [subject.CN].flat().join(","),
    groups: [...[subject.O ?? []].flat(), "system:authenticated"],
  };
}
