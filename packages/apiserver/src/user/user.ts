import { randomUUID } from "node:crypto";

/** Who sends a request. */
export interface Authenticated {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** What else is known of the user, by keys that say who knows it. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The groups that the server itself gives. */
export const userGroups = {
  all: "system:authenticated",
  none: "system:unauthenticated",
  masters: "system:masters",
  nodes: "system:nodes",
  serviceAccounts: "system:serviceaccounts",
} as const;

/** The server itself, where it writes as a client of its own would: admission is shown who it is. */
export const apiServerUser: Authenticated = {
  name: "system:apiserver",
  uid: randomUUID(),
  groups: [userGroups.all, userGroups.masters],
};

export const anonymous: Authenticated = { name: "system:anonymous", groups: [userGroups.none] };

/** The key of `extra` that has what a user was recognized by. */
export const credentialIdKey = "authentication.kubernetes.io/credential-id";
