import path from "node:path";
import type { MockCloud } from "@capstan/infrastructure-mock";
import { type Cache, systemClock } from "@capstan/runtime";
import { followReconciles } from "../page/follow-reconciles.ts";
import { servePage } from "../page/serve-page.ts";
import { devFaults } from "./dev-faults.ts";
import { type DevServer, providerUser } from "./dev-server.ts";
import type { Project } from "./project.ts";
import type { Provider } from "./provider.ts";
import type { ProviderView } from "./provider-view.ts";

/** The content of the page of `capstan dev`. */
interface Shown {
  readonly project: Project;
  readonly started: DevServer;
  readonly provider: Provider;
  readonly view: ProviderView;
  readonly cache: Cache;
  readonly mockCloud: MockCloud | undefined;
}

/** Serves the page, with all events from now on. @returns its URL. */
export async function serveDevPage(
  { project, started, provider, view, cache, mockCloud }: Shown,
  port: number | undefined,
  closing: AsyncDisposableStack,
): Promise<string> {
  const { server, client, kubeconfigs } = started;
  const served = await servePage(
    {
      command: "dev",
      project: path.basename(project.folder),
      folder: project.folder,
      server: { url: server.url, kubeconfig: kubeconfigs.developer },
      client,
      cache,
      faults: devFaults({ server, user: providerUser, client, provider, view, mockCloud }),
    },
    port,
  );
  closing.use(served);
  view.showOn(served.page);
  closing.use(
    followReconciles(systemClock, (reconcile) => {
      served.page.reconciled([reconcile], false);
    }),
  );
  return served.url;
}
