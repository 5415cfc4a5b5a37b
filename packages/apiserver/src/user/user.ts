import { randomUUID } from "node:crypto";

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
