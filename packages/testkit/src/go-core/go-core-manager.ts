import { createClient } from "@capstan/runtime";
import type { RealApiServer } from "../real/real-api-server.ts";
import { GoManagerProcess } from "./go-manager-process.ts";
import { accounts, installComponents, installWebhooks } from "./install-core.ts";
import { clusterApiAssets } from "./manifests.ts";
import { serviceAccountKubeconfig, serviceAccountUser } from "./service-account.ts";

export interface GoCoreManagerOptions {
  /** The folder with core-manager and manifests/core.yaml. Default: the environment's CAPSTAN_CLUSTER_API_ASSETS. */
  readonly assets?: string;
  /** Further flags of the manager, such as `-v=5`. */
  readonly flags?: readonly string[];
}

/**
 * The unmodified Go core manager of Cluster API on a real API server, with its CRDs, admission webhooks, ServiceAccount
 * and roles. The server needs `controllerManager: true`, which fills the manager's aggregated role.
 *
 * Its webhook server listens on all interfaces: it has no flag for that. Nothing is left behind even when this process is
 * killed; what is in the API server stays there.
 */
export class GoCoreManager implements AsyncDisposable {
  /** Its name in the audit log. */
  readonly user = serviceAccountUser(accounts.core);
  readonly #process: GoManagerProcess;

  private constructor(process: GoManagerProcess) {
    this.#process = process;
  }

  /**
   * Installs what the manager needs, starts it, and resolves once it is ready and the API server calls its webhooks.
   *
   * @throws Error the build is missing, or the manager ends or is not ready in time; the message has the end of its log.
   */
  static async start(server: RealApiServer, { assets, flags = [] }: GoCoreManagerOptions = {}): Promise<GoCoreManager> {
    const folder = clusterApiAssets(assets);
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "go-core-installer" });
    try {
      const { process, endpoint } = await GoManagerProcess.start({
        server,
        assets: folder,
        program: "core-manager",
        flags,
        kubeconfig: async (webhooks) => {
          await installComponents(client, "core", folder, webhooks);
          return serviceAccountKubeconfig(server, client, accounts.core);
        },
      });
      await process.orStop(() => installWebhooks(client, folder, endpoint));
      return new GoCoreManager(process);
    } finally {
      await client.close();
    }
  }

  /** What it has printed, line by line; after it was stopped, what it had printed until then. */
  get logs(): readonly string[] {
    return this.#process.logs;
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
