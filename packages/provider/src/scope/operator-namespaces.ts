import type { Manager } from "@capstan/runtime";

const allowed = new WeakMap<Manager["cache"], readonly string[]>();

/**
 * Allows the reconcilers of a manager to read Secrets of these namespaces for objects of others, as the flag `--secret-namespaces`
 * does. For managers that are not started by `runProvider`.
 */
export function allowSecretsFrom(manager: Manager, namespaces: readonly string[]): void {
  allowed.set(manager.cache, [...operatorNamespaces(manager), ...namespaces]);
}

/** The namespaces that the operator has allowed. */
export function operatorNamespaces({ cache }: Manager): readonly string[] {
  return allowed.get(cache) ?? [];
}
