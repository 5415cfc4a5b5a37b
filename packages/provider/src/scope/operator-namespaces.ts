import type { Manager } from "@capstan/runtime";

const allowed = new WeakMap<Manager["cache"], readonly string[]>();

/**
 * Allows the reconcilers of a manager to read Secrets of these namespaces for objects of other namespaces, as the flag
 * `--secret-namespaces` does. Use it for managers that `runProvider` does not start.
 *
 * @example
 * ```ts
 * import { allowSecretsFrom, createClient, Manager } from "@capstan/provider";
 * import { ApiServer } from "@capstan/apiserver";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * const manager = new Manager({ name: "hello", client });
 * allowSecretsFrom(manager, ["hello-system"]); // before the reconcilers are set up
 * ```
 */
export function allowSecretsFrom(manager: Manager, namespaces: readonly string[]): void {
  allowed.set(manager.cache, [...operatorNamespaces(manager), ...namespaces]);
}

/** The namespaces that the operator has allowed. */
export function operatorNamespaces({ cache }: Manager): readonly string[] {
  return allowed.get(cache) ?? [];
}
