import { randomBytes } from "node:crypto";
import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import {
  type Client,
  createClient,
  createLogger,
  installCRDs,
  Manager,
  Namespace,
  systemClock,
} from "@capstan/runtime";
import { type AuditEntry, GoCoreManager, RealApiServer, upstreamCRDs } from "@capstan/testkit";
import { Scene } from "../e2e/scene.ts";
import { accountNamespace, createAccount, type ProviderName, providerNames, userOf } from "./accounts.ts";
import {
  LegacyCluster,
  LegacyClusterReconciler,
  LegacyMachine,
  LegacyMachineReconciler,
} from "./legacy-infrastructure.ts";

/** Whether the reference builds are there. */
export const goCoreAvailable =
  (process.env.KUBEBUILDER_ASSETS ?? "") !== "" && (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") !== "";

const setups: Readonly<Record<ProviderName, (manager: Manager, cloud: MockCloud) => void>> = {
  "capstan-bootstrap-kubeadm": (manager) => {
    new KubeadmConfigReconciler().setup(manager);
  },
  "capstan-infrastructure-mock": (manager, cloud) => {
    new MockClusterReconciler(cloud).setup(manager);
    new MockMachineReconciler(cloud).setup(manager);
  },
  "legacy-infrastructure": (manager, cloud) => {
    new LegacyClusterReconciler(cloud).setup(manager);
    new LegacyMachineReconciler(cloud).setup(manager);
  },
};

/** The Go core manager on a real API server, and beside it our providers, each with the rights of its ServiceAccount only. */
export class GoManagementCluster implements AsyncDisposable {
  readonly client: Client;
  readonly core: GoCoreManager;
  /** What the providers have logged, at level debug. */
  readonly logs: readonly string[];
  readonly #server: RealApiServer;
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    client: Client;
    core: GoCoreManager;
    logs: readonly string[];
    server: RealApiServer;
    closing: AsyncDisposableStack;
  }) {
    this.client = parts.client;
    this.core = parts.core;
    this.logs = parts.logs;
    this.#server = parts.server;
    this.#closing = parts.closing;
  }

  static async start(): Promise<GoManagementCluster> {
    const closing = new AsyncDisposableStack();
    try {
      // With it, who blocks the deletion of an owner needs a right on that owner's finalizers (rule RB-008).
      const apiServerFlags = ["--enable-admission-plugins=OwnerReferencesPermissionEnforcement"];
      const server = closing.use(
        await RealApiServer.start({ rbac: true, controllerManager: true, audit: true, apiServerFlags }),
      );
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
      closing.defer(() => client.close());
      await installCRDs(
        client,
        [
          ...upstreamCRDs("bootstrap"),
          ...[MockCluster, MockMachine, LegacyCluster, LegacyMachine].flatMap(({ crds }) => crds),
        ],
        { timeoutMs: 120_000 },
      );
      const core = closing.use(await GoCoreManager.start(server));
      await client.create(Namespace, {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: accountNamespace },
      });
      const logs: string[] = [];
      const logger = createLogger({ level: "debug", format: "json", write: (line) => void logs.push(line) });
      const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
      const cloud = closing.use(await MockCloud.open({ clock: systemClock, bootDuration, logger }));
      for (const name of providerNames) {
        const kubeconfig = await createAccount(server, client, name);
        const own = createClient({ kubeconfig, userAgent: `${name}/test` });
        closing.defer(() => own.close());
        const manager = new Manager({ name, client: own, logger: logger.with({ manager: name }), freeze: true });
        setups[name](manager, cloud);
        closing.defer(() => manager.stop());
        await manager.start();
      }
      return new GoManagementCluster({ client, core, logs, server, closing });
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** A namespace of its own for one test, with everything that happens in it. */
  async scene(): Promise<Scene> {
    const name = `test-${randomBytes(4).toString("hex")}`;
    await this.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return Scene.open(this.client, name);
  }

  /** The finished requests of a provider or of the core, oldest first. */
  requestsOf(name: ProviderName | "core"): AuditEntry[] {
    const user = name === "core" ? this.core.user : userOf(name);
    const byId = new Map(this.#server.auditEntries().map((entry) => [entry.auditID, entry]));
    return [...byId.values()].filter(({ user: { username } }) => username === user);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}
