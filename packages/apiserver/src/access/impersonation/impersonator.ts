import { dnsSubdomainProblems } from "@capstan/kube";
import { type Attributes, type ResourceAttributes, resourceAttributes } from "../../authorization/attributes.ts";
import { type Authorizer } from "../../authorization/authorizer.ts";
import { forbiddenRequest } from "../../authorization/forbidden.ts";
import { type StatusError } from "../../status/status-error.ts";
import {
  anonymous,
  type Authenticated,
  parseServiceAccountUser,
  serviceAccountGroups,
  userGroups,
} from "../../user/user.ts";
import { type WantedUser } from "./headers.ts";
import { isConstrained, isForAnyNode, type Mode, modes, nodeOf } from "./modes.ts";

const authenticationGroup = "authentication.k8s.io";
/** From this number on, the permission for all is checked first. */
const many = 4;

/** Lets users impersonate others if they are authorized. */
export class Impersonator {
  readonly #authorizer: Authorizer;
  /** By user: the mode that is tried first the next time, and whose refusal is reported. */
  readonly #lastModes = new Map<string, Mode>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /**
   * The impersonated user, by the first mode that allows it.
   *
   * @param request - the request and its user.
   * @throws StatusError Forbidden: the missing permission of the first mode.
   */
  impersonate(wanted: WantedUser, request: Attributes): Authenticated {
    const requestor = request.user;
    const last = this.#lastModes.get(requestor.name);
    const ordered = last === undefined ? modes : [last, ...modes.filter((mode) => mode !== last)];
    let first: StatusError | undefined;
    for (const mode of ordered) {
      if (!mode.applies(wanted, requestor)) continue;
      const refusal = this.#refusal(mode, wanted, request);
      if (refusal === undefined) {
        this.#lastModes.set(requestor.name, mode);
        return impersonated(wanted, mode);
      }
      first ??= refusal;
    }
    // The last mode applies to everyone, so a refusal exists here.
    throw first ?? forbiddenRequest(request, "");
  }

  #refusal(mode: Mode, wanted: WantedUser, request: Attributes): StatusError | undefined {
    if (isConstrained(mode)) {
      const refusal = this.#check({ ...request, verb: `${mode.onVerb}${request.verb}` });
      if (refusal !== undefined) return refusal;
    }
    const ask = (resource: string, rest: Partial<ResourceAttributes>): StatusError | undefined =>
      this.#check(resourceAttributes({ user: request.user, verb: mode.verb, resource, ...rest }));
    return (
      this.#refuseName(mode, wanted.name, ask) ??
      (wanted.uid === "" ? undefined : ask("uids", { group: authenticationGroup, name: wanted.uid })) ??
      this.#refuseGroups(mode, wanted.groups, request.user, ask) ??
      this.#refuseExtra(mode, wanted.extra, request.user, ask)
    );
  }

  #refuseName(mode: Mode, user: string, ask: Ask): StatusError | undefined {
    const group = groupOfNames(mode);
    const account = parseServiceAccountUser(user);
    if (account !== undefined) return ask("serviceaccounts", { group, ...account });
    const node = isConstrained(mode) ? nodeOf(user) : undefined;
    if (node !== undefined) return ask("nodes", { group, name: isForAnyNode(mode) ? "*" : node });
    return ask("users", { group, name: user });
  }

  #refuseGroups(mode: Mode, groups: readonly string[], user: Authenticated, ask: Ask): StatusError | undefined {
    const group = groupOfNames(mode);
    if (isConstrained(mode)) {
      const attributes = resourceAttributes({ user, verb: mode.verb, resource: "groups", group });
      if (groups.includes(""))
        return forbiddenRequest(attributes, "impersonating the empty string group is not allowed");
      if (groups.includes(userGroups.masters)) {
        const name = userGroups.masters;
        return forbiddenRequest({ ...attributes, name }, `impersonating the ${name} group is not allowed`);
      }
      if (groups.length >= many && ask("groups", { group, name: "*" }) === undefined) return undefined;
    }
    return firstRefusal(groups, (name) => ask("groups", { group, name }));
  }

  #refuseExtra(mode: Mode, extra: WantedUser["extra"], user: Authenticated, ask: Ask): StatusError | undefined {
    const group = authenticationGroup;
    const pairs = Object.entries(extra).flatMap(([key, values]) => values.map((value) => [key, value] as const));
    if (isConstrained(mode)) {
      const problem = firstRefusal(pairs, ([key, value]) => problemOfExtra(key, value));
      const attributes = resourceAttributes({ user, verb: mode.verb, resource: "userextras", group });
      if (problem !== undefined) return forbiddenRequest(attributes, problem);
      const all = { group, subresource: "*", name: "*" };
      if (pairs.length >= many && ask("userextras", all) === undefined) return undefined;
    }
    return firstRefusal(pairs, ([subresource, name]) => ask("userextras", { group, subresource, name }));
  }

  #check(attributes: Attributes): StatusError | undefined {
    const { allowed, reason } = this.#authorizer.authorize(attributes);
    return allowed ? undefined : forbiddenRequest(attributes, reason);
  }
}

/** Checks a permission to impersonate; returns the refusal if it is missing. */
type Ask = (resource: string, rest: Partial<ResourceAttributes>) => StatusError | undefined;

/** The API group of users and groups in the rules of a mode. */
function groupOfNames(mode: Mode): string {
  return isConstrained(mode) ? authenticationGroup : "";
}

function firstRefusal<Item, Refusal>(
  items: readonly Item[],
  refuse: (item: Item) => Refusal | undefined,
): Refusal | undefined {
  for (const item of items) {
    const refusal = refuse(item);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** Why an entry of `extra` cannot be impersonated in the constrained modes. */
function problemOfExtra(key: string, value: string): string | undefined {
  if (key === "") return "impersonating the empty string key in extra is not allowed";
  const problem = problemOfKey(key);
  if (problem !== undefined) return `impersonating an invalid key in extra is not allowed: extra.key: ${problem}`;
  if (key !== key.toLowerCase()) {
    return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
  }
  return value === "" ? "impersonating the empty string value in extra is not allowed" : undefined;
}

function problemOfKey(key: string): string | undefined {
  const invalid = (value: string, detail: string): string => `Invalid value: ${JSON.stringify(value)}: ${detail}`;
  const at = key.indexOf("/");
  const [host, path] = [key.slice(0, Math.max(at, 0)), key.slice(at + 1)];
  if (at <= 0 || path === "") return invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")');
  const [hostProblem] = dnsSubdomainProblems(host);
  if (hostProblem !== undefined) return invalid(host, hostProblem);
  if (new RegExp(`^${pathPattern}$`).test(path)) return undefined;
  return invalid(path, `Invalid path (regex used for validation is '${pathPattern}')`);
}

/** The impersonated user of a request. */
function impersonated({ name, uid, groups, extra }: WantedUser, mode: Mode): Authenticated {
  return {
    name,
    ...(uid === "" ? {} : { uid }),
    groups: withOwnGroup(name, givenGroups(name, groups, mode)),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function givenGroups(name: string, groups: readonly string[], mode: Mode): readonly string[] {
  const account = parseServiceAccountUser(name);
  if (account !== undefined && groups.length === 0) return serviceAccountGroups(account.namespace);
  return isConstrained(mode) && nodeOf(name) !== undefined ? [userGroups.nodes] : groups;
}

/** Everyone belongs to one of two groups: authenticated or unauthenticated users. */
function withOwnGroup(name: string, groups: readonly string[]): readonly string[] {
  const own = name === anonymous.name || groups.includes(userGroups.none) ? userGroups.none : userGroups.all;
  return groups.includes(own) ? groups : [...groups, own];
}
