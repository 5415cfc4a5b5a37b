import { groups, IPAddress, IPAddressClaim, type PolicyRule } from "@capstan/contract";

const read = ["get", "list", "watch"];

/** The permissions for `scope.claimAddress` of objects of a kind: it creates and deletes claims, and reads addresses. */
export function claimRules({ group, plural }: { readonly group: string; readonly plural: string }): PolicyRule[] {
  return [
    { apiGroups: [groups.ipam], resources: [IPAddressClaim.plural], verbs: [...read, "create", "patch", "delete"] },
    { apiGroups: [groups.ipam], resources: [IPAddress.plural], verbs: read },
    // To set blockOwnerDeletion where the admission plugin OwnerReferencesPermissionEnforcement is enabled (rule RB-008).
    { apiGroups: [group], resources: [`${plural}/finalizers`], verbs: ["update"] },
  ];
}
