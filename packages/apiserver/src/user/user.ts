import { randomUUID } from "node:crypto";
import { type JsonObject } from "@capstan/kube";
import { checkName } from "../object/names.ts";

/** The user of a request. */
export interface Authenticated {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Further information about the user; the keys name its source. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The groups that the server itself assigns. */
export const userGroups = {
  all: "system:authenticated",
  none: "system:unauthenticated",
  masters: "system:masters",
  nodes: "system:nodes",
  serviceAccounts: "system:serviceaccounts",
} as const;

/** The server itself, for writes as a client; shown to admission. */
export const apiServerUser: Authenticated = {
  name: "system:apiserver",
  uid: randomUUID(),
  groups: [userGroups.all, userGroups.masters],
};

export const anonymous: Authenticated = { name: "system:anonymous", groups: [userGroups.none] };

/** The key in `extra` for the id of the credential. */
export const credentialIdKey = "authentication.kubernetes.io/credential-id";

const prefix = "system:serviceaccount:";

interface ServiceAccountName {
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

/** A user as authentication.k8s.io/v1 UserInfo. */
export function userInfo({ name, uid = "", groups, extra = {} }: Authenticated): JsonObject {
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
