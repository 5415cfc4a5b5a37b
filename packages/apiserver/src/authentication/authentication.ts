import { createHmac, timingSafeEqual } from "node:crypto";
import { type IncomingMessage } from "node:http";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { issuer, type RecognizedToken, type ServiceAccountTokens } from "./tokens/service-account-tokens.ts";
import { systemClock } from "../clock/clock.ts";
import { VerifiedTokens } from "./tokens/verified-tokens.ts";
import { anonymous, type Authenticated, credentialIdKey, userGroups } from "../user/user.ts";

/** The user in a certificate. */
interface Certified {
  readonly user: Authenticated;
  /** The expiry of the certificate. */
  readonly untilMs: number;
}

/** Authenticates users by client certificate (CN is the name, O the groups) and by the bearer tokens that it issues. */
export class Authenticator {
  readonly #secret: string;
  readonly #accounts: ServiceAccountTokens;
  readonly #bySocket = new WeakMap<TLSSocket, Certified>();
  /** By the certificate's fingerprint: reading a certificate takes longer than a handshake, and clients have many connections. */
  readonly #byCertificate = new Map<string, Certified>();
  readonly #byToken = new VerifiedTokens<Authenticated>();

  constructor(options: { readonly secret: string; readonly accounts: ServiceAccountTokens }) {
    this.#secret = options.secret;
    this.#accounts = options.accounts;
  }

  /**
   * The user of a request: by certificate, or by token if there is no valid certificate; anonymous without credentials, undefined if they
   * are invalid.
   */
  authenticate(request: IncomingMessage): Authenticated | undefined {
    const certified = this.#fromCertificate(request);
    if (certified !== undefined && certified !== anonymous) return certified;
    const token = bearerToken(request.headers.authorization ?? "");
    if (token === undefined) return certified;
    const recognized = this.recognize(token, [issuer]);
    return typeof recognized === "string" ? undefined : recognized.user;
  }

  #fromCertificate({ socket }: IncomingMessage): Authenticated | undefined {
    if (!(socket instanceof TLSSocket)) return anonymous;
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return whileValid(known);
    const fingerprint = socket.getPeerX509Certificate()?.fingerprint256;
    if (fingerprint === undefined) return anonymous;
    if (!socket.authorized) return undefined;
    const certified = this.#byCertificate.get(fingerprint) ?? certifiedBy(socket.getPeerCertificate(), fingerprint);
    this.#byCertificate.set(fingerprint, certified);
    this.#bySocket.set(socket, certified);
    return whileValid(certified);
  }

  /** A token for the user `name`, valid as long as the server keeps its secret. */
  issueToken(name: string, groups: readonly string[]): string {
    const claims = Buffer.from(JSON.stringify({ name, groups })).toString("base64url");
    return `${claims}.${this.#sign(claims)}`;
  }

  /**
   * The user of a token.
   *
   * @param wanted - audiences, one of which the token must have; tokens of {@link issueToken} have the server's own.
   * @returns a string with the problem if it is invalid.
   */
  recognize(token: string, wanted: readonly string[]): RecognizedToken | string {
    const own = wanted.includes(issuer) ? this.#fromToken(token) : undefined;
    if (own !== undefined) return { user: own, audiences: [issuer] };
    const recognized = this.#accounts.recognize(token, wanted);
    if (recognized === undefined) return "invalid bearer token";
    return typeof recognized === "string" ? `[invalid bearer token, ${recognized}]` : recognized;
  }

  #fromToken(token: string): Authenticated | undefined {
    const known = this.#byToken.get(token);
    if (known !== undefined) return known;
    const [claims = "", signature = "", ...others] = token.split(".");
    const expected = Buffer.from(this.#sign(claims));
    const given = Buffer.from(signature);
    if (others.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { name, groups } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Authenticated;
    return this.#byToken.keep(token, { name, groups: withAll(groups) });
  }

  #sign(claims: string): string {
    return createHmac("sha256", this.#secret).update(claims).digest("base64url");
  }
}

/** The token in an Authorization header; undefined if there is none. */
function bearerToken(header: string): string | undefined {
  const [scheme = "", token = ""] = header.trim().split(" ");
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

/** Connections outlive certificates. Uses the system clock, like TLS. */
function whileValid({ user, untilMs }: Certified): Authenticated | undefined {
  return systemClock.now() > untilMs ? undefined : user;
}

function certifiedBy(certificate: PeerCertificate, fingerprint: string): Certified {
  return { user: named(certificate, fingerprint), untilMs: Date.parse(certificate.valid_to) };
}

function named({ subject }: PeerCertificate, fingerprint: string): Authenticated {
  return {
    name: [subject.CN].flat().join(","),
    groups: withAll([subject.O ?? []].flat()),
    extra: { [credentialIdKey]: [`X509SHA256=${fingerprint.replaceAll(":", "").toLowerCase()}`] },
  };
}

function withAll(groups: readonly string[]): readonly string[] {
  return groups.includes(userGroups.all) ? groups : [...groups, userGroups.all];
}
