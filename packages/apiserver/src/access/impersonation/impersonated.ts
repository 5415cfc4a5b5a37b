import { parseServiceAccountUser, serviceAccountGroups } from "../../user/service-account-name.ts";
import { anonymous, type Authenticated, userGroups } from "../../user/user.ts";
import { type WantedUser } from "./headers.ts";
import { isConstrained, type Mode, nodeOf } from "./modes.ts";

/** The impersonated user of a request. */
export function impersonated({ name, uid, groups, extra }: WantedUser, mode: Mode): Authenticated {
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
