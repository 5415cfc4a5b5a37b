import { groupVersionOf, listAt, objectAt, textAt } from "@capstan/kube";
import {
  issuer,
  type NamedObject,
  type ServiceAccountTokens,
  type TokenClaims,
} from "../authentication/tokens/service-account-tokens.ts";
import { type Clock, timestamp } from "../clock/clock.ts";
import { decodeObject } from "../decoding/decode.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { tokenRequests } from "../registry/built-in/built-ins.ts";
import { kindName, storageVersion } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { targetOf } from "../request/target.ts";
import { type FieldError, invalidAt } from "../status/field-error.ts";
import { badRequest, conflict, invalid, methodNotAllowed, notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { inNamespace, type WriteContext } from "./write-context.ts";
import { getStored } from "./read.ts";

const kind = kindName(tokenRequests);
const shortestSeconds = 600;
const longestSeconds = 2 ** 32;

/** Issues tokens of ServiceAccounts (`serviceaccounts/<name>/token`). */
export class TokenRequests {
  readonly #context: WriteContext;
  readonly #tokens: ServiceAccountTokens;
  readonly #clock: Clock;

  constructor(options: {
    readonly context: WriteContext;
    readonly tokens: ServiceAccountTokens;
    readonly clock: Clock;
  }) {
    this.#context = options.context;
    this.#tokens = options.tokens;
    this.#clock = options.clock;
  }

  /** @throws StatusError */
  async create(request: ResourceRequest): Promise<ApiObject> {
    if (request.info.verb !== "create") throw methodNotAllowed();
    const own = { ...request, resource: tokenRequests, version: storageVersion(tokenRequests) };
    const { name: of, namespace: within } = request.info;
    const attributes = { operation: "CREATE", target: targetOf(request), name: of, namespace: within } as const;
    const { admission } = this.#context;
    const given = await admission.mutate({ ...attributes, object: inNamespace(own, decodeObject(own)) });
    checkNames(request, given);
    const account = getStored(this.#context.store, request);
    const asked = this.#complete(given, account);
    const target = targetOf(own);
    // The default audience has no field owner.
    const object = this.#context.management.afterWrite(target, undefined, asked, given);
    const seconds = secondsOf(object);
    checkSeconds(seconds);
    await admission.validate({ ...attributes, object });
    const bound = boundClaims(this.#context.store, request, object);
    const audiences = listAt(object, "spec", "audiences").map(String);
    const expiry = this.#clock.now() + seconds * 1000;
    const { name, namespace = "", uid = "" } = account.metadata;
    const claims: TokenClaims = { namespace, serviceaccount: { name, uid }, ...bound };
    const token = this.#tokens.issue(claims, { audiences, seconds });
    const spec = {
      audiences,
      expirationSeconds: seconds,
      boundObjectRef: objectAt(object, "spec", "boundObjectRef") ?? null,
    };
    return { ...object, spec, status: { token, expirationTimestamp: timestamp(expiry) } };
  }

  #complete(given: ApiObject, account: ApiObject): ApiObject {
    const { name, namespace, uid } = account.metadata;
    const stated = given.metadata.uid ?? "";
    if (stated !== "" && stated !== uid) {
      const why = `the UID in the token request (${stated}) does not match the UID of the service account (${uid ?? ""})`;
      throw conflict(kind, name, why);
    }
    const creationTimestamp = timestamp(this.#clock.now());
    const audiences = listAt(given, "spec", "audiences");
    const spec = { ...objectAt(given, "spec"), ...(audiences.length === 0 ? { audiences: [issuer] } : {}) };
    return withMetadata({ ...given, spec }, { name, namespace, uid, creationTimestamp });
  }
}

function secondsOf(object: ApiObject): number {
  const seconds = objectAt(object, "spec")?.expirationSeconds;
  return typeof seconds === "number" ? seconds : 0;
}

function checkNames({ info }: ResourceRequest, { metadata }: ApiObject): void {
  const stated = metadata as { readonly name?: string; readonly namespace?: string | undefined };
  for (const field of ["name", "namespace"] as const) {
    const value = stated[field] ?? "";
    if (value === "" || value === info[field]) continue;
    const detail = `must match the service account ${field} if specified`;
    throw invalid(kind, info.name, [invalidAt(`metadata.${field}`, value, detail)]);
  }
}

function checkSeconds(value: number): void {
  const errors: FieldError[] = [];
  const field = "spec.expirationSeconds";
  if (value < shortestSeconds) {
    errors.push(invalidAt(field, value, "may not specify a duration less than 10 minutes"));
  }
  if (value > longestSeconds) {
    errors.push(invalidAt(field, value, "may not specify a duration larger than 2^32 seconds"));
  }
  if (errors.length > 0) throw invalid(kind, "", errors);
}

type BoundClaims = Pick<TokenClaims, "pod" | "secret" | "node">;

/** The object that a token is bound to, as in the claims. */
function boundClaims(store: Store, { info }: ResourceRequest, request: ApiObject): BoundClaims {
  const reference = objectAt(request, "spec", "boundObjectRef");
  if (reference === undefined) return {};
  const at = (field: string): string => textAt(reference, field) ?? "";
  const { group, version } = groupVersionOf(at("apiVersion"));
  const plural = group === "" ? pluralsOfBound[at("kind")] : undefined;
  if (plural === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${at("kind")}`);
  }
  const name = at("name");
  const object = store.get(`${plural}.`, plural === "nodes" ? "" : info.namespace, name);
  if (object === undefined) throw notFound({ group: "", name: plural }, name);
  const claims = claimsOf(store, info.name, plural, object);
  const { uid = "" } = object.metadata;
  if (at("uid") !== "" && at("uid") !== uid) {
    const why = `the UID in the bound object reference (${at("uid")}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: "", name: at("kind") }, name, why);
  }
  return claims;
}

const pluralsOfBound: Readonly<Record<string, "pods" | "nodes" | "secrets">> = {
  Pod: "pods",
  Node: "nodes",
  Secret: "secrets",
};

function claimsOf(store: Store, account: string, plural: string, object: ApiObject): BoundClaims {
  if (plural === "nodes") return { node: named(object) };
  if (plural === "secrets") return { secret: named(object) };
  if (textAt(object, "spec", "serviceAccountName") !== account) {
    const why = `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`;
    throw badRequest(why);
  }
  const node = textAt(object, "spec", "nodeName") ?? "";
  if (node === "") return { pod: named(object) };
  const found = store.get("nodes.", "", node);
  return { pod: named(object), node: found === undefined ? { name: node } : named(found) };
}

function named({ metadata: { name, uid = "" } }: ApiObject): NamedObject {
  return { name, uid };
}
