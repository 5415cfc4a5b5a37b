import { type Attributes, type ResourceAttributes, resourceAttributes } from "../../authorization/attributes.ts";
import { type Authorizer } from "../../authorization/authorizer.ts";
import { forbiddenRequest } from "../../authorization/forbidden.ts";
import {
  anonymous,
  type Authenticated,
  parseServiceAccountUser,
  serviceAccountGroups,
  userGroups,
} from "../../user/user.ts";
import { type WantedUser } from "./headers.ts";

/** Lets users impersonate others if they have the verb `impersonate` for them. */
export class Impersonator {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /**
   * The impersonated user.
   *
   * @param request - the request and its user.
   * @throws StatusError Forbidden: the missing permission.
   */
  impersonate(wanted: WantedUser, { user }: Attributes): Authenticated {
    const group = "authentication.k8s.io";
    const { name, uid, groups, extra } = wanted;
    const account = parseServiceAccountUser(name);
    this.#check(
      user,
      account === undefined ? { resource: "users", name } : { resource: "serviceaccounts", ...account },
    );
    if (uid !== "") this.#check(user, { group, resource: "uids", name: uid });
    for (const own of groups) this.#check(user, { resource: "groups", name: own });
    for (const [subresource, values] of Object.entries(extra)) {
      for (const value of values) this.#check(user, { group, resource: "userextras", subresource, name: value });
    }
    return impersonated(wanted);
  }

  #check(user: Authenticated, wanted: Pick<ResourceAttributes, "resource"> & Partial<ResourceAttributes>): void {
    const attributes = resourceAttributes({ user, verb: "impersonate", ...wanted });
    const { allowed, reason } = this.#authorizer.authorize(attributes);
    if (!allowed) throw forbiddenRequest(attributes, reason);
  }
}

function impersonated({ name, uid, groups, extra }: WantedUser): Authenticated {
  const account = parseServiceAccountUser(name);
  const given = account !== undefined && groups.length === 0 ? serviceAccountGroups(account.namespace) : groups;
  return {
    name,
    ...(uid === "" ? {} : { uid }),
    groups: withOwnGroup(name, given),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** Everyone belongs to one of two groups: authenticated or unauthenticated users. */
function withOwnGroup(name: string, groups: readonly string[]): readonly string[] {
  const own = name === anonymous.name || groups.includes(userGroups.none) ? userGroups.none : userGroups.all;
  return groups.includes(own) ? groups : [...groups, own];
}
