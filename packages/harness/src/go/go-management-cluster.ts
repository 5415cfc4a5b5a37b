import { randomBytes } from "node:crypto";
import type { ResourceKind } from "@capstan/contract";
import { type Client, createClient, installCRDs, Namespace } from "@capstan/runtime";
import { type AuditEntry, type GoComponents, GoManager, upstreamCRDs } from "@capstan/testkit";
import { AuditedRequests } from "../audit/audited-requests.ts";
import { Scene } from "../scenes/scene.ts";
import type { GeneratedManifests } from "./generated-manifests.ts";
import { type GoServer, startGoServer } from "./go-server.ts";
import { type InstalledProvider, installProvider } from "./installed-provider.ts";

/** Whether the reference builds are installed. */
export const goCoreAvailable =
  (process.env.KUBEBUILDER_ASSETS ?? "") !== "" && (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") !== "";

export interface GoManagementClusterOptions {
  /** The Go providers to run alongside the core. Default: none. */
  readonly with?: readonly GoComponents[];
  /** The folder with the build of the Go managers. Default: CAPSTAN_CLUSTER_API_ASSETS. */
  readonly assets?: string;
  /** Default: the real server. */
  readonly server?: "embedded" | "real";
  /** Prepares the server before any manager is installed. */
  readonly prepare?: (server: { readonly kubeconfig: string }) => Promise<void>;
  /** Whether the real server logs the bodies of writes and responses, for {@link GoManagementCluster.unchangedBy}. Default: false. */
  readonly withBodies?: boolean;
  /** Further flags of each Go manager. */
  readonly flags?: readonly string[];
}

/** The unmodified Go core manager on an API server with RBAC, an audit log, and the upstream CRDs. */
export class GoManagementCluster implements AsyncDisposable {
  readonly client: Client;
  readonly core: GoManager;
  readonly #providers: ReadonlyMap<GoComponents, GoManager>;
  readonly #server: GoServer;
  readonly #requests: AuditedRequests;
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    client: Client;
    core: GoManager;
    providers: ReadonlyMap<GoComponents, GoManager>;
    server: GoServer;
    closing: AsyncDisposableStack;
  }) {
    this.client = parts.client;
    this.core = parts.core;
    this.#providers = parts.providers;
    this.#server = parts.server;
    this.#requests = new AuditedRequests(parts.server);
    this.#closing = parts.closing;
  }

  static async start(options: GoManagementClusterOptions = {}): Promise<GoManagementCluster> {
    const { with: wanted = [], server: choice = "real", prepare, withBodies = false, flags = [] } = options;
    const build = options.assets === undefined ? {} : { assets: options.assets };
    const closing = new AsyncDisposableStack();
    try {
      const server = closing.use(await startGoServer(choice, withBodies));
      await prepare?.(server);
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
      closing.defer(() => client.close());
      if (!wanted.includes("bootstrap")) {
        await installCRDs(client, upstreamCRDs("bootstrap", build), { timeoutMs: 120_000 });
      }
      const core = closing.use(await GoManager.start(server, "core", { ...build, flags }));
      const providers = new Map<GoComponents, GoManager>();
      for (const name of wanted) {
        providers.set(name, closing.use(await GoManager.start(server, name, { ...build, flags })));
      }
      return new GoManagementCluster({ client, core, providers, server, closing });
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** YAML, of an administrator. */
  get kubeconfig(): string {
    return this.#server.kubeconfig;
  }

  /** A Go provider that runs here. */
  provider(name: GoComponents): GoManager {
    const provider = this.#providers.get(name);
    if (provider === undefined) throw new Error(`The Go ${name} provider was not started.`);
    return provider;
  }

  /** Ends and starts every Go manager. */
  async restart(): Promise<void> {
    for (const manager of [this.core, ...this.#providers.values()]) await manager.restart();
  }

  /** Installs a provider from its generated manifests. */
  async install(manifests: GeneratedManifests, options: { withCRDs?: boolean } = {}): Promise<InstalledProvider> {
    return installProvider(this.#server, this.client, manifests, options);
  }

  /** A separate namespace for one test, with a record of all events of `kinds` in it. */
  async scene(kinds?: readonly ResourceKind[]): Promise<Scene> {
    const name = `test-${randomBytes(4).toString("hex")}`;
    await this.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return Scene.open(this.client, name, kinds);
  }

  /** The completed requests of a user, oldest first. */
  requestsOf(user: string): AuditEntry[] {
    return this.#requests.of(user);
  }

  /** The completed writes of a user, oldest first. */
  writesOf(user: string): AuditEntry[] {
    return this.#requests.writesOf(user);
  }

  /** The requests of a user that were refused for lack of permission, such as "get secrets 403 1"; empty if there are none. */
  refusalsOf(user: string): string {
    return this.#requests.refusalsOf(user);
  }

  /** Writes of a user that changed nothing, each with its body. Only `withBodies`. */
  unchangedBy(user: string): string[] {
    return this.#requests.unchangedBy(user);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}
