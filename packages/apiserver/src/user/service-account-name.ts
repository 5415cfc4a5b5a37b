import { checkName } from "../object/names.ts";
import { userGroups } from "./user.ts";

const prefix = "system:serviceaccount:";

export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a ServiceAccount. */
export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${prefix}${namespace}:${name}`;
}

/** The groups of a ServiceAccount, besides the group of all users. */
export function serviceAccountGroups(namespace: string): string[] {
  return [userGroups.serviceAccounts, `${userGroups.serviceAccounts}:${namespace}`];
}

/** The ServiceAccount with a user name; undefined for other users. */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  if (!user.startsWith(prefix)) return undefined;
  const [namespace = "", name = "", ...others] = user.slice(prefix.length).split(":");
  const isValid =
    others.length === 0 &&
    checkName(namespace, "label", "").length === 0 &&
    checkName(name, "subdomain", "").length === 0;
  return isValid ? { namespace, name } : undefined;
}
