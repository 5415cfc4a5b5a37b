import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { type Client, createClient, createLogger, installCRDs, Manager, Namespace } from "@capstan/runtime";
import { type GoManager, RealApiServer, upstreamCRDs } from "@capstan/testkit";
import { startGoBootstrapManager } from "./go-bootstrap-manager.ts";

/** The namespace of each provider. */
export const namespaces = { go: "go", ours: "ours" } as const;
export type Provider = keyof typeof namespaces;

/** Whether the reference builds are installed. */
export const referenceAvailable =
  (process.env.KUBEBUILDER_ASSETS ?? "") !== "" && (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") !== "";

/**
 * A real API server with the upstream CRDs and webhooks. On it run the Go kubeadm bootstrap manager for one namespace and Capstan's for
 * another. It is its own workload cluster, too.
 */
export class BothProviders implements AsyncDisposable {
  readonly client: Client;
  /** The kubeconfig of the workload cluster of every Cluster. */
  readonly kubeconfig: string;
  readonly #go: GoManager;
  readonly #ourLog: string[];
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    client: Client;
    kubeconfig: string;
    go: GoManager;
    ourLog: string[];
    closing: AsyncDisposableStack;
  }) {
    this.client = parts.client;
    this.kubeconfig = parts.kubeconfig;
    this.#go = parts.go;
    this.#ourLog = parts.ourLog;
    this.#closing = parts.closing;
  }

  /** @param options - `tokenTtlSeconds`: TTL of both providers' bootstrap tokens. Default: their own, 15 minutes. */
  static async start(options: { readonly tokenTtlSeconds?: number } = {}): Promise<BothProviders> {
    const closing = new AsyncDisposableStack();
    try {
      const server = closing.use(await RealApiServer.start());
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "differential" });
      closing.defer(() => client.close());
      const crds = ["core", "bootstrap", "controlplane"] as const;
      await installCRDs(
        client,
        crds.flatMap((components) => upstreamCRDs(components)),
        { timeoutMs: 120_000 },
      );
      for (const name of Object.values(namespaces)) {
        await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
      }
      const { tokenTtlSeconds } = options;
      const flags = tokenTtlSeconds === undefined ? [] : [`--bootstrap-token-ttl=${tokenTtlSeconds}s`];
      const go = closing.use(await startGoBootstrapManager(server, namespaces.go, flags));
      const ourLog: string[] = [];
      const own = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-bootstrap-kubeadm" });
      closing.defer(() => own.close());
      const manager = new Manager({
        name: "capstan-bootstrap-kubeadm",
        client: own,
        namespaces: [namespaces.ours],
        logger: createLogger({ level: "debug", format: "json", write: (line) => void ourLog.push(line) }),
        freeze: true,
      });
      const ofTokens = tokenTtlSeconds === undefined ? {} : { tokenTtlMs: tokenTtlSeconds * 1000 };
      new KubeadmConfigReconciler(ofTokens).setup(manager);
      closing.defer(() => manager.stop());
      await manager.start();
      return new BothProviders({ client, kubeconfig: server.kubeconfig, go, ourLog, closing });
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** The log of a provider. */
  logOf(provider: Provider): string {
    return provider === "go" ? this.#go.logs.join("\n") : this.#ourLog.join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}
