import { expect } from "vitest";
import { type Suite } from "./suite.ts";
import { type Answer, eventually, type Wire } from "./target.ts";

const group = "rbac.authorization.k8s.io";

/** The user and groups of a request. */
export interface As {
  readonly user: string;
  readonly groups?: readonly string[];
}

/** A namespace with roles and bindings, and requests of their subjects. */
export interface AccessScene {
  readonly wire: Wire;
  readonly namespace: string;
  /** A request of an administrator that impersonates a user. */
  send(as: As, method: string, path: string, body?: unknown): Promise<Answer>;
  role(name: string, rules: readonly object[]): Promise<Answer>;
  clusterRole(name: string, rules: readonly object[], labels?: Record<string, string>): Promise<Answer>;
  /** Binds a Role of the namespace, or a ClusterRole, in the namespace. */
  bind(name: string, roleRef: { kind: string; name: string }, subjects: readonly object[]): Promise<Answer>;
  bindCluster(name: string, role: string, subjects: readonly object[]): Promise<Answer>;
  /** Repeats a request until it is allowed, as expected: the real server needs a moment to process a new binding. */
  allowed(as: As, method: string, path: string, body?: unknown): Promise<Answer>;
}

export const roles = (namespace: string): string => `/apis/${group}/v1/namespaces/${namespace}/roles`;
export const roleBindings = (namespace: string): string => `/apis/${group}/v1/namespaces/${namespace}/rolebindings`;
export const clusterRoles = `/apis/${group}/v1/clusterroles`;
export const clusterRoleBindings = `/apis/${group}/v1/clusterrolebindings`;

export const user = (name: string): object => ({ kind: "User", apiGroup: group, name });
export const groupOf = (name: string): object => ({ kind: "Group", apiGroup: group, name });

export async function accessScene(suite: Suite): Promise<AccessScene> {
  const { wire, namespace } = await suite.namespace();
  const send: AccessScene["send"] = (as, method, path, body) => wire.send(method, path, body, headersOf(as));
  const reference = (ref: { kind: string; name: string }): object => ({ apiGroup: group, ...ref });
  return {
    wire,
    namespace,
    send,
    role: (name, rules) => wire.post(roles(namespace), { metadata: { name }, rules }),
    clusterRole: (name, rules, labels = {}) => wire.post(clusterRoles, { metadata: { name, labels }, rules }),
    bind: (name, roleRef, subjects) =>
      wire.post(roleBindings(namespace), { metadata: { name }, roleRef: reference(roleRef), subjects }),
    bindCluster: (name, role, subjects) =>
      wire.post(clusterRoleBindings, {
        metadata: { name },
        roleRef: reference({ kind: "ClusterRole", name: role }),
        subjects,
      }),
    allowed: async (as, method, path, body) => {
      const isAllowed = ({ status }: Answer): boolean => status !== 403;
      const answer = await eventually(() => send(as, method, path, body), isAllowed);
      expect(isAllowed(answer), answer.body.message).toBe(true);
      return answer;
    },
  };
}

/** The headers that impersonate another user. */
export function headersOf({ user: name, groups = [] }: As): Record<string, string | string[]> {
  return {
    "content-type": "application/json",
    "impersonate-user": name,
    ...(groups.length === 0 ? {} : { "impersonate-group": [...groups] }),
  };
}
