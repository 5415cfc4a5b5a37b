import { textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type Store } from "../../store/store.ts";
import { type PolicyRule } from "../authorizer.ts";

export const rbacGroup = "rbac.authorization.k8s.io";

const collections = ["clusterrolebindings", "clusterroles", "rolebindings", "roles"].map(
  (plural) => `${plural}.${rbacGroup}`,
);

export interface RoleReference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding {
  readonly kind: string;
  readonly name: string;
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly roleRef: RoleReference;
  readonly subjects: readonly Subject[];
}

/** The stored roles and bindings. */
export class Policy {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Increases with every change of a role or binding. */
  get revision(): number {
    return collections.reduce((sum, id) => sum + this.#store.collection(id).lastChange, 0);
  }

  clusterBindings(): Binding[] {
    return this.#store.collection(`clusterrolebindings.${rbacGroup}`).list().map(bindingOf);
  }

  bindings(namespace: string): Binding[] {
    return this.#store.collection(`rolebindings.${rbacGroup}`).list(namespace).map(bindingOf);
  }

  hasBindings(namespace: string): boolean {
    return this.#store.collection(`rolebindings.${rbacGroup}`).size(namespace) > 0;
  }

  /**
   * The rules of the role that a binding in `namespace` (empty for a ClusterRoleBinding) refers to.
   *
   * @returns a string with the problem if the role does not exist.
   */
  rulesOf({ kind, name }: RoleReference, namespace: string): readonly PolicyRule[] | string {
    if (kind !== "Role" && kind !== "ClusterRole") return `unsupported role reference kind: ${JSON.stringify(kind)}`;
    const plural = kind === "Role" ? "roles" : "clusterroles";
    const role = this.#store.get(`${plural}.${rbacGroup}`, kind === "Role" ? namespace : "", name);
    if (role === undefined) return `${kind.toLowerCase()}.${rbacGroup} ${JSON.stringify(name)} not found`;
    return rulesOfRole(role);
  }
}

export function rulesOfRole(role: ApiObject): readonly PolicyRule[] {
  return (role.rules ?? []) as readonly PolicyRule[];
}

function bindingOf(object: ApiObject): Binding {
  return {
    kind: object.kind,
    name: object.metadata.name,
    namespace: object.metadata.namespace ?? "",
    roleRef: roleReferenceOf(object),
    subjects: (object.subjects ?? []) as readonly Subject[],
  };
}

export function roleReferenceOf(binding: ApiObject): RoleReference {
  return {
    apiGroup: textAt(binding, "roleRef", "apiGroup") ?? "",
    kind: textAt(binding, "roleRef", "kind") ?? "",
    name: textAt(binding, "roleRef", "name") ?? "",
  };
}
