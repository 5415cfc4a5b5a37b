import { groups, IPAddress, IPAddressClaim, type PolicyRule } from "@capstan/contract";

const read = ["get", "list", "watch"];

/** The permissions for `scope.claimAddress`: it creates and deletes claims, and reads addresses. */
export const claimRules: readonly PolicyRule[] = [
  { apiGroups: [groups.ipam], resources: [IPAddressClaim.plural], verbs: [...read, "create", "patch", "delete"] },
  { apiGroups: [groups.ipam], resources: [IPAddress.plural], verbs: read },
];
