import { type PolicyRule, type Violation, violation } from "@capstan/contract";

/** A role with wildcards does not show the permissions that the provider needs (RB-011). */
export function permissionViolations(permissions: readonly PolicyRule[]): Violation[] {
  return permissions.flatMap((permission, index) =>
    (["apiGroups", "resources", "verbs"] as const)
      .filter((key) => permission[key].some((name) => name.includes("*")))
      .map((key) => {
        const expected = `the ${key} that the reconciler uses, without wildcards`;
        return violation("RB-011", { path: `permissions[${index}].${key}`, expected, actual: permission[key] });
      }),
  );
}
