import path from "node:path";
import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { convertersOf, type ProviderDefinition } from "@capstan/provider";
import { createClient, createLogger, Manager, systemClock, WebhookServer } from "@capstan/runtime";
import { generateManifests } from "./generated-manifests.ts";
import type { GoManagementCluster } from "./go-management-cluster.ts";
import type { InstalledProvider } from "./installed-provider.ts";
import { LegacyClusterReconciler, LegacyMachineReconciler } from "./legacy-infrastructure.ts";
import { UpgradedCluster, UpgradedMachine } from "./upgraded-infrastructure.ts";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });
const at = (file: string) => path.resolve(import.meta.dirname, "../../../..", file);

/** A provider whose manager tests start. */
export interface ReferenceProvider {
  /** The path of the module that its manifests are generated from. */
  readonly module: string;
  /** False: its kinds are upstream's and already on the server. */
  readonly withCRDs: boolean;
  /** The kinds with several versions, which it converts. */
  readonly converts?: readonly ProviderDefinition[];
  readonly setup: (manager: Manager, cloud: MockCloud) => void;
}

const providers = {
  "bootstrap-kubeadm": {
    module: at("packages/bootstrap-kubeadm/src/index.ts"),
    withCRDs: false,
    setup: (manager) => {
      new KubeadmConfigReconciler().setup(manager);
    },
  },
  "infrastructure-mock": {
    module: at("packages/infrastructure-mock/src/index.ts"),
    withCRDs: true,
    setup: (manager, cloud) => {
      new MockClusterReconciler(cloud).setup(manager);
      new MockMachineReconciler(cloud).setup(manager);
    },
  },
  "infrastructure-legacy": {
    module: at("packages/harness/src/go/legacy-infrastructure.ts"),
    withCRDs: true,
    setup: (manager, cloud) => {
      new LegacyClusterReconciler(cloud).setup(manager);
      new LegacyMachineReconciler(cloud).setup(manager);
    },
  },
  "infrastructure-upgraded": {
    module: at("packages/harness/src/go/upgraded-infrastructure.ts"),
    withCRDs: true,
    converts: [UpgradedCluster, UpgradedMachine],
    setup: (manager, cloud) => {
      new LegacyClusterReconciler(cloud, UpgradedCluster).setup(manager);
      new LegacyMachineReconciler(cloud, UpgradedMachine).setup(manager);
    },
  },
} satisfies Readonly<Record<string, ReferenceProvider>>;

export type ProviderName = keyof typeof providers;

/** The reference provider of a name. */
export function referenceProvider(name: ProviderName): ReferenceProvider {
  return providers[name];
}

/** One provider of each kind. */
const defaultNames: readonly ProviderName[] = ["bootstrap-kubeadm", "infrastructure-mock", "infrastructure-legacy"];

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
   * @param names - the providers to start. Default: all whose kinds have names of their own.
   * @param options - `cloud`: a shared cloud. Default: a cloud of their own. `ownCRDs`: install also CRDs in place of upstream's, as a
   *   release of the provider does. Default: false.
   */
  static async start(
    management: GoManagementCluster,
    names: readonly ProviderName[] = defaultNames,
    options: { readonly cloud?: MockCloud; readonly ownCRDs?: boolean } = {},
  ): Promise<ReferenceProviders> {
    const closing = new AsyncDisposableStack();
    const installed = new Map<ProviderName, InstalledProvider>();
    try {
      const cloud = options.cloud ?? closing.use(await openMockCloud());
      for (const name of names) {
        const { module, withCRDs, setup, converts = [] } = referenceProvider(name);
        const manifests = await generateManifests(module);
        const converters = converts.flatMap((definition) => convertersOf(definition));
        const webhook = converters.length === 0 ? undefined : closing.use(await WebhookServer.start({ converters }));
        const crds = webhook?.wire(manifests.crds) ?? manifests.crds;
        const provider = await management.install(
          { ...manifests, crds },
          { withCRDs: withCRDs || options.ownCRDs === true },
        );
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
