import { GoManager, type RealApiServer } from "@capstan/testkit";

/**
 * Starts the unmodified Go kubeadm bootstrap manager of Cluster API on a real API server, as an administrator and for one namespace;
 * resolves once it is ready and the API server calls its webhooks. The CRDs must be installed.
 *
 * @param flags - of the manager, in addition to the required ones.
 */
export function startGoBootstrapManager(
  server: RealApiServer,
  namespace: string,
  flags: readonly string[] = [],
): Promise<GoManager> {
  return GoManager.start(server, "bootstrap", {
    account: { user: "admin", kubeconfig: server.kubeconfig },
    flags: [`--namespace=${namespace}`, "--feature-gates=KubeadmBootstrapFormatIgnition=true", ...flags],
  });
}
