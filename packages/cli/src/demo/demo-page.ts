import { Cache, systemClock } from "@capstan/runtime";
import { apiServerFaults } from "../page/api-server-faults.ts";
import { followReconciles } from "../page/follow-reconciles.ts";
import { machineLost } from "../page/machine-lost.ts";
import { servePage } from "../page/serve-page.ts";
import type { DemoOptions } from "./options.ts";
import { managersUser, type Stack } from "./stack.ts";

/** Serves the page of the demo. @returns its URL. */
export async function serveDemoPage(
  { client, kubeconfigPath, server, nodes }: Stack,
  options: Pick<DemoOptions, "namespace" | "port">,
  closing: AsyncDisposableStack,
): Promise<string> {
  const cache = new Cache({ client, namespaces: [options.namespace] });
  closing.defer(() => cache.stop());
  // An external server, such as that of --kubeconfig, is never disturbed.
  const ofServer = server === undefined ? [] : apiServerFaults(server.faults, "the managers", { user: managersUser });
  const served = closing.use(
    await servePage(
      {
        command: "demo",
        project: "capstan demo",
        server: { url: client.server, kubeconfig: kubeconfigPath },
        client,
        cache,
        faults: [...ofServer, machineLost(client, [nodes.loseServer])],
      },
      options.port,
    ),
  );
  closing.use(
    followReconciles(systemClock, (reconcile) => {
      served.page.reconciled([reconcile], false);
    }),
  );
  return served.url;
}
