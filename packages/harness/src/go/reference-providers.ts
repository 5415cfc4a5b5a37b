import path from "node:path";
import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { createClient, createLogger, Manager, systemClock } from "@capstan/runtime";
import { generateManifests } from "./generated-manifests.ts";
import type { GoManagementCluster } from "./go-management-cluster.ts";
import type { InstalledProvider } from "./installed-provider.ts";
import { LegacyClusterReconciler, LegacyMachineReconciler } from "./legacy-infrastructure.ts";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });
const root = path.resolve(import.meta.dirname, "../../../..");

interface ReferenceProvider {
  /** The module that its manifests are generated from. */
  readonly module: string;
  /** Its kinds are upstream's and already on the server. */
  readonly withCRDs: boolean;
  readonly setup: (manager: Manager, cloud: MockCloud) => void;
}

const providers = {
  "bootstrap-kubeadm": {
    module: "packages/bootstrap-kubeadm/src/index.ts",
    withCRDs: false,
    setup: (manager) => {
      new KubeadmConfigReconciler().setup(manager);
    },
  },
  "infrastructure-mock": {
    module: "packages/infrastructure-mock/src/index.ts",
    withCRDs: true,
    setup: (manager, cloud) => {
      new MockClusterReconciler(cloud).setup(manager);
      new MockMachineReconciler(cloud).setup(manager);
    },
  },
  "infrastructure-legacy": {
    module: "packages/harness/src/go/legacy-infrastructure.ts",
    withCRDs: true,
    setup: (manager, cloud) => {
      new LegacyClusterReconciler(cloud).setup(manager);
      new LegacyMachineReconciler(cloud).setup(manager);
    },
  },
} satisfies Readonly<Record<string, ReferenceProvider>>;

export type ProviderName = keyof typeof providers;
const providerNames = Object.keys(providers) as readonly ProviderName[];

/** A mock cloud whose machines boot quickly. */
export function openMockCloud(): Promise<MockCloud> {
  const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
  return MockCloud.open({ clock: systemClock, bootDuration, logger: silent });
}

/** The reference providers alongside the Go core, each with only the permissions of its generated role. */
export class ReferenceProviders implements AsyncDisposable {
  readonly #installed: ReadonlyMap<ProviderName, InstalledProvider>;
  readonly #closing: AsyncDisposableStack;

  private constructor(installed: ReadonlyMap<ProviderName, InstalledProvider>, closing: AsyncDisposableStack) {
    this.#installed = installed;
    this.#closing = closing;
  }

  /**
   * @param names - the providers to start. Default: all.
   * @param options - `cloud`: a shared cloud. Default: a cloud of their own.
   */
  static async start(
    management: GoManagementCluster,
    names: readonly ProviderName[] = providerNames,
    options: { readonly cloud?: MockCloud } = {},
  ): Promise<ReferenceProviders> {
    const closing = new AsyncDisposableStack();
    const installed = new Map<ProviderName, InstalledProvider>();
    try {
      const cloud = options.cloud ?? closing.use(await openMockCloud());
      for (const name of names) {
        const { module, withCRDs, setup } = providers[name];
        const manifests = await generateManifests(path.join(root, module));
        const provider = await management.install(manifests, { withCRDs });
        installed.set(name, provider);
        const client = createClient({ kubeconfig: provider.kubeconfig, userAgent: `${name}/test` });
        closing.defer(() => client.close());
        const manager = new Manager({ name, client, logger: silent, freeze: true });
        setup(manager, cloud);
        closing.defer(() => manager.stop());
        await manager.start();
      }
      return new ReferenceProviders(installed, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get(name: ProviderName): InstalledProvider {
    const provider = this.#installed.get(name);
    if (provider === undefined) throw new Error(`${name} is not installed.`);
    return provider;
  }

  /** Their names in the audit log. */
  get users(): readonly string[] {
    return [...this.#installed.values()].map(({ user }) => user);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}
