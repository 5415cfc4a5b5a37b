import type { ApiServer } from "@capstan/apiserver";
import type { GoManagementCluster } from "@capstan/harness/go";
import { createClient, createLogger, Manager } from "@capstan/runtime";
import { Kubelets } from "@capstan/testkit";

/** Registers Nodes for the Machines of Cluster c1 in its workload cluster once they have a providerID. */
export async function playKubelets(
  { kubeconfig }: GoManagementCluster,
  service: ApiServer,
  namespace: string,
): Promise<AsyncDisposable> {
  const closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig, userAgent: "kubelets" });
  closing.defer(() => client.close());
  const workloadClient = createClient({ kubeconfig: service.kubeconfig, userAgent: "kubelets" });
  closing.defer(() => workloadClient.close());
  const logger = createLogger({ level: "error", format: "json", write: () => undefined });
  const manager = closing.use(new Manager({ name: "kubelets", client, logger }));
  new Kubelets(workloadClient, { name: "c1", namespace }).setup(manager);
  await manager.start();
  return closing;
}
