import { createClient } from "@capstan/runtime";
import type { RealApiServer } from "../real/real-api-server.ts";
import { GoManagerProcess } from "./go-manager-process.ts";
import { accounts, installComponents, installWebhooks } from "./install-core.ts";
import { clusterApiAssets } from "./manifests.ts";
import { serviceAccountKubeconfig, serviceAccountUser } from "./service-account.ts";

/** The Go providers: the kubeadm bootstrap provider, and the kubeadm control-plane provider. */
export type GoProvider = "bootstrap" | "controlplane";

const programs = {
  bootstrap: "kubeadm-bootstrap-manager",
  controlplane: "kubeadm-control-plane-manager",
} as const satisfies Readonly<Record<GoProvider, string>>;

export interface GoProviderManagerOptions {
  /** The folder with the managers and their manifests. Default: the environment's CAPSTAN_CLUSTER_API_ASSETS. */
  readonly assets?: string;
  /** Further flags of the manager, such as `-v=5`. */
  readonly flags?: readonly string[];
}

/**
 * An unmodified Go provider manager of Cluster API on a real API server, with its CRDs, conversion and admission webhooks,
 * ServiceAccount and roles. The server needs `controllerManager: true`, which fills aggregated roles.
 *
 * Its webhook server listens on all interfaces: it has no flag for that. Nothing is left behind even when this process is
 * killed; what is in the API server stays there.
 */
export class GoProviderManager implements AsyncDisposable {
  /** Its name in the audit log. */
  readonly user: string;
  readonly #process: GoManagerProcess;

  private constructor(user: string, process: GoManagerProcess) {
    this.user = user;
    this.#process = process;
  }

  /**
   * Installs what the manager needs, starts it, and resolves once it is ready and the API server calls its webhooks.
   *
   * @throws Error the build is missing, or the manager ends or is not ready in time; the message has the end of its log.
   */
  static async start(
    server: RealApiServer,
    provider: GoProvider,
    { assets, flags = [] }: GoProviderManagerOptions = {},
  ): Promise<GoProviderManager> {
    const folder = clusterApiAssets(assets);
    const account = accounts[provider];
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "go-provider-installer" });
    try {
      const { process, endpoint } = await GoManagerProcess.start({
        server,
        assets: folder,
        program: programs[provider],
        flags,
        kubeconfig: async (webhooks) => {
          await installComponents(client, provider, folder, webhooks);
          return serviceAccountKubeconfig(server, client, account);
        },
      });
      await process.orStop(() => installWebhooks(client, folder, endpoint, provider));
      return new GoProviderManager(serviceAccountUser(account), process);
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
