import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Clock } from "../../clock/clock.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type Store } from "../../store/store.ts";
import {
  type Authenticated,
  credentialIdKey,
  serviceAccountGroups,
  serviceAccountUser,
  userGroups,
} from "../../user/user.ts";
import { SigningKey } from "./signing-key.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

/** The issuer of the tokens, and their default audience. */
export const issuer = "https://kubernetes.default.svc";

/** A valid token: its user, and its matching audiences. */
export interface RecognizedToken {
  readonly user: Authenticated;
  readonly audiences: readonly string[];
}

/** The claims of a ServiceAccount token, except for issuer and times. */
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceaccount: NamedObject;
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly node?: NamedObject;
}

export interface NamedObject {
  readonly name: string;
  readonly uid?: string;
}

/** The content of a token with this issuer's signature, which may no longer be valid. */
interface Verified {
  readonly claims: JsonObject;
  readonly user: Authenticated;
}

/** Issues and validates tokens of ServiceAccounts: JSON Web Tokens that expire, and end with the objects that they are bound to. */
export class ServiceAccountTokens {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #pem: string;
  readonly #verified = new VerifiedTokens<Verified>();
  #key: SigningKey | undefined;

  /** @param options - `key`: the private key, PEM. */
  constructor(options: { readonly store: Store; readonly clock: Clock; readonly key: string }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#pem = options.key;
  }

  get key(): SigningKey {
    return (this.#key ??= new SigningKey(this.#pem));
  }

  issue(claims: TokenClaims, options: { readonly audiences: readonly string[]; readonly seconds: number }): string {
    const { namespace, serviceaccount } = claims;
    const now = Math.floor(this.#clock.now() / 1000);
    return signToken(this.key, {
      aud: options.audiences,
      exp: now + options.seconds,
      iat: now,
      iss: issuer,
      jti: randomUUID(),
      "kubernetes.io": claims,
      nbf: now,
      sub: serviceAccountUser({ namespace, name: serviceaccount.name }),
    });
  }

  /**
   * The user of a token.
   *
   * @param wanted - audiences, one of which the token must have.
   * @returns undefined if it is not a token of this issuer; a string with the problem if it is invalid.
   */
  recognize(token: string, wanted: readonly string[]): RecognizedToken | string | undefined {
    const verified = this.#verified.get(token) ?? this.#verify(token);
    if (verified === undefined || typeof verified === "string") return verified;
    const { claims, user } = verified;
    const stated = listAt(claims, "aud").map(String);
    const audiences = stated.filter((audience) => wanted.includes(audience));
    if (audiences.length === 0) {
      return `token audiences ${quoted(stated)} is invalid for the target audiences ${quoted(wanted)}`;
    }
    const now = this.#clock.now();
    const own = objectAt(claims, "kubernetes.io") ?? {};
    const problem = problemOfTimes(claims, now) ?? problemOfBinding(this.#store, own, now);
    return problem ?? { user, audiences };
  }

  #verify(token: string): Verified | string | undefined {
    const parsed = parseToken(token);
    if (parsed?.claims.iss !== issuer) return undefined;
    const { header, claims } = parsed;
    const { kid = "" } = header;
    if (kid !== "" && kid !== this.key.id) return "invalid signature, no keys found";
    if (!parsed.isSignedBy(this.key)) return "go-jose/go-jose: error in cryptographic primitive";
    const user = userOf(objectAt(claims, "kubernetes.io") ?? {}, textAt(claims, "jti") ?? "");
    return this.#verified.keep(token, { claims, user });
  }
}

function problemOfTimes({ nbf, exp, iat }: JsonObject, now: number): string | undefined {
  const ms = (seconds: unknown, missing: number): number => (typeof seconds === "number" ? seconds * 1000 : missing);
  if (now + leewayMs < ms(nbf, 0)) return "service account token is not valid yet";
  if (now - leewayMs > ms(exp, 0)) return "service account token has expired";
  return now + leewayMs < ms(iat, 0) ? "service account token is issued in the future" : undefined;
}

function userOf(claims: JsonObject, id: string): Authenticated {
  const namespace = textAt(claims, "namespace") ?? "";
  const of = (claim: string, field: string): string => textAt(claims, claim, field) ?? "";
  const prefix = "authentication.kubernetes.io";
  const stated = [
    [`${prefix}/pod-name`, of("pod", "name")],
    [`${prefix}/pod-uid`, of("pod", "uid")],
    [credentialIdKey, id === "" ? "" : `JTI=${id}`],
    [`${prefix}/node-name`, of("node", "name")],
    [`${prefix}/node-uid`, isJsonObject(claims.node) ? of("node", "uid") : ""],
  ] as const;
  return {
    name: serviceAccountUser({ namespace, name: of("serviceaccount", "name") }),
    uid: of("serviceaccount", "uid"),
    groups: [...serviceAccountGroups(namespace), userGroups.all],
    extra: Object.fromEntries(stated.filter(([, value]) => value !== "").map(([key, value]) => [key, [value]])),
  };
}

/** Formats a list of strings as Go does. */
function quoted(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(" ")}]`;
}

/** The content of a JSON Web Token whose signature is not verified yet. */
interface UnverifiedToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether it was signed by this key. */
  isSignedBy(key: SigningKey): boolean;
}

function signToken(key: SigningKey, claims: object): string {
  const signed = [{ alg: key.algorithm, kid: key.id }, claims].map(encode).join(".");
  return `${signed}.${key.sign(signed)}`;
}

/** Undefined if the string does not have the format of a token. */
function parseToken(text: string): UnverifiedToken | undefined {
  const [head = "", payload = "", signature = "", ...others] = text.split(".");
  const header = decode(head);
  const claims = decode(payload);
  if (others.length > 0 || signature === "" || header === undefined || claims === undefined) return undefined;
  return {
    header,
    claims,
    isSignedBy: (key) => header.alg === key.algorithm && key.verifies(`${head}.${payload}`, signature),
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How long a token outlives its expiry, and the deletion of the objects that it is bound to. */
const leewayMs = 60_000;

const invalidated = "service account token has been invalidated";
const kinds = [
  ["secret", "Secret"],
  ["pod", "Pod"],
  ["node", "Node"],
] as const;

/** Why a token's ServiceAccount or bound object makes it invalid; undefined if it is valid. */
function problemOfBinding(store: Store, claims: JsonObject, now: number): string | undefined {
  const namespace = textAt(claims, "namespace") ?? "";
  const name = textAt(claims, "serviceaccount", "name") ?? "";
  const uid = textAt(claims, "serviceaccount", "uid") ?? "";
  const account = store.get("serviceaccounts.", namespace, name);
  if (account === undefined) return `serviceaccounts ${JSON.stringify(name)} not found`;
  const found = account.metadata.uid ?? "";
  if (found !== uid) return `service account UID (${found}) does not match claim (${uid})`;
  if (isGone(account, now)) return `service account ${namespace}/${name} has been deleted`;
  for (const [claim, kind] of kinds) {
    // A token of a Pod also names its node, but does not depend on it.
    if (!isJsonObject(claims[claim]) || (claim === "node" && isJsonObject(claims.pod))) continue;
    const problem = problemOfObject(store, claims, { claim, kind, namespace: claim === "node" ? "" : namespace }, now);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfObject(
  store: Store,
  claims: JsonObject,
  { claim, kind, namespace }: { readonly claim: string; readonly kind: string; readonly namespace: string },
  now: number,
): string | undefined {
  const object = store.get(`${claim}s.`, namespace, textAt(claims, claim, "name") ?? "");
  if (object === undefined) return invalidated;
  const found = object.metadata.uid ?? "";
  const uid = textAt(claims, claim, "uid") ?? "";
  if (found !== uid)
    return `${kind === "Secret" ? "secret" : kind} UID (${found}) does not match service account ${claim} ref claim (${uid})`;
  return isGone(object, now) ? invalidated : undefined;
}

function isGone({ metadata: { deletionTimestamp } }: ApiObject, now: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now - leewayMs;
}
