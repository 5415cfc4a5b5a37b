import { createClient } from "@capstan/runtime";
import { GoManagerProcess } from "./go-manager-process.ts";
import { accounts, installComponents, installWebhooks } from "./install-core.ts";
import type { WebhookEndpoint } from "../webhooks/webhook-endpoint.ts";
import { clusterApiAssets, type GoComponents } from "./manifests.ts";
import { serviceAccountKubeconfig, serviceAccountUser } from "./service-account.ts";

const programs = {
  core: "core-manager",
  bootstrap: "kubeadm-bootstrap-manager",
  controlplane: "kubeadm-control-plane-manager",
} as const satisfies Readonly<Record<GoComponents, string>>;

/** Options of `GoManager.start`. */
export interface GoManagerOptions {
  /** The folder with the managers and their manifests. Default: the environment's CAPSTAN_CLUSTER_API_ASSETS. */
  readonly assets?: string;
  /** Further flags of the manager, such as `-v=5`. */
  readonly flags?: readonly string[];
  /** Whether everyone may read its metrics, without TLS. Default true; otherwise the API server decides. */
  readonly insecureDiagnostics?: boolean;
  /**
   * The user that it runs as: one with all permissions that it needs, on a server with its CRDs; only its webhooks are installed in this
   * case. Default: its ServiceAccount, which is installed with its CRDs and roles.
   */
  readonly account?: { readonly user: string; readonly kubeconfig: string };
}

/**
 * An unmodified Go manager of Cluster API, on a real or embedded API server: the core, the kubeadm bootstrap provider or the kubeadm
 * control plane provider, with its CRDs, conversion and admission webhooks, ServiceAccount and roles. A real server needs
 * `controllerManager: true`, which fills aggregated roles.
 *
 * Its webhook server listens on all interfaces, because it has no flag for the address. Its process ends even if this process is killed;
 * objects on the API server stay.
 *
 * @example
 * <!-- no-run: needs a build of the Go managers, CAPSTAN_CLUSTER_API_ASSETS -->
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { GoManager } from "@capstan/testkit";
 *
 * await using server = await ApiServer.start();
 * await using core = await GoManager.start(server, "core");
 * console.log(core.logs.length);
 * ```
 */
export class GoManager implements AsyncDisposable {
  /** Its user name in the audit log. */
  readonly user: string;
  /** The address of its webhooks. */
  readonly endpoint: WebhookEndpoint;
  readonly #process: GoManagerProcess;

  private constructor(user: string, endpoint: WebhookEndpoint, process: GoManagerProcess) {
    this.user = user;
    this.endpoint = endpoint;
    this.#process = process;
  }

  /**
   * Installs the objects that the manager needs, starts it, and resolves once it is ready and the API server calls its webhooks.
   *
   * @throws ProgramError the build is missing, or the manager ends or is not ready in time; the message has the end of its log.
   */
  static async start(
    server: { readonly kubeconfig: string },
    component: GoComponents,
    { assets, flags = [], account, insecureDiagnostics = true }: GoManagerOptions = {},
  ): Promise<GoManager> {
    const folder = clusterApiAssets(assets);
    const own = accounts[component];
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "go-manager-installer" });
    try {
      const { process, endpoint } = await GoManagerProcess.start({
        assets: folder,
        program: programs[component],
        flags,
        insecureDiagnostics,
        kubeconfig: async (webhooks) => {
          if (account !== undefined) return account.kubeconfig;
          await installComponents(client, component, folder, webhooks);
          return serviceAccountKubeconfig(server, client, own);
        },
      });
      await process.orStop(() => installWebhooks(client, component, endpoint, folder));
      return new GoManager(account?.user ?? serviceAccountUser(own), endpoint, process);
    } finally {
      await client.close();
    }
  }

  /** Its output, line by line; after a stop, the output until then. */
  get logs(): readonly string[] {
    return this.#process.logs;
  }

  /** The port of its diagnostics, on 127.0.0.1. */
  get diagnosticsPort(): number {
    return this.#process.diagnosticsPort;
  }

  /** Reads `/metrics`, in the text format of Prometheus. */
  metrics(): Promise<string> {
    return this.#process.metrics();
  }

  /**
   * Ends the process, as a deleted Pod would, and starts a new one with the same flags, user and addresses. Resolves once it is ready.
   *
   * @throws ProgramError it ends or is not ready in time; the message has the end of its log.
   */
  async restart(): Promise<void> {
    await this.#process.restart();
  }

  /** Stops the process, and waits until it has ended. */
  async stop(): Promise<void> {
    await this.#process.stop();
  }

  /** Stops the manager at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
