import { GoManagementCluster, openMockCloud, referenceProvider, ReferenceProviders } from "@capstan/harness/go";
import type { MockCloud } from "@capstan/infrastructure-mock";
import { convertersOf } from "@capstan/provider";
import { WebhookServer } from "@capstan/runtime";
import { Clusterctl } from "../clusterctl/clusterctl.ts";
import { InstalledManager } from "../clusterctl/installed-manager.ts";
import type { Place } from "../clusterctl/moved-objects.ts";
import { type Declared, labelOf, laterVersion, providerThatDeclares, releasesOf } from "./declarations.ts";

/** A management cluster with the Go core, the bootstrap provider and the infrastructure providers' first releases. */
export interface Management extends Place {
  readonly cluster: GoManagementCluster;
  readonly bootstrap: ReferenceProviders;
}

/** Two management clusters of the same versions with one cloud, so that objects can move from one to the other. */
export class TwoManagements implements AsyncDisposable {
  readonly clusterctl: Clusterctl;
  readonly first: Management;
  readonly second: Management;
  readonly #cloud: MockCloud;
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    clusterctl: Clusterctl;
    first: Management;
    second: Management;
    cloud: MockCloud;
    closing: AsyncDisposableStack;
  }) {
    this.clusterctl = parts.clusterctl;
    this.first = parts.first;
    this.second = parts.second;
    this.#cloud = parts.cloud;
    this.#closing = parts.closing;
  }

  /** @param chosen - the declarations whose infrastructure providers are installed. */
  static async start(chosen: readonly Declared[]): Promise<TwoManagements> {
    const closing = new AsyncDisposableStack();
    try {
      const releases = new Set(chosen.map((declared) => providerThatDeclares(declared).after.provider));
      const definitions = [...releases].flatMap((name) => referenceProvider(name).converts ?? []);
      const webhook = closing.use(await WebhookServer.start({ converters: definitions.flatMap(convertersOf) }));
      const clusterctl = closing.use(await Clusterctl.open(releasesOf(chosen, webhook.clientConfig)));
      const cloud = closing.use(await openMockCloud());
      const start = (name: string) => startManagement(name, { clusterctl, cloud, closing });
      const [first, second] = await Promise.all([start("first"), start("second")]);
      return new TwoManagements({ clusterctl, first, second, cloud, closing });
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** Both management clusters. */
  get all(): readonly Management[] {
    return [this.first, this.second];
  }

  /** Starts the manager of a release of the provider that declares this. */
  startManager(at: Management, declared: Declared, release: "before" | "after"): Promise<InstalledManager> {
    const provider = providerThatDeclares(declared);
    const { setup } = referenceProvider(provider[release].provider);
    return InstalledManager.start(at.cluster, labelOf(provider), (manager) => {
      setup(manager, this.#cloud);
    });
  }

  /** Upgrades the provider that declares this to its later release on both management clusters, by clusterctl. */
  async upgrade(declared: Declared): Promise<void> {
    const release = `${providerThatDeclares(declared).name}:${laterVersion(declared)}`;
    for (const { kubeconfig } of this.all) {
      await this.clusterctl.run("upgrade", "apply", `--infrastructure=${release}`, `--kubeconfig=${kubeconfig}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

async function startManagement(
  name: string,
  { clusterctl, cloud, closing }: { clusterctl: Clusterctl; cloud: MockCloud; closing: AsyncDisposableStack },
): Promise<Management> {
  let kubeconfig = "";
  const cluster = closing.use(
    await GoManagementCluster.start({
      prepare: async (server) => {
        kubeconfig = await clusterctl.keep(name, server.kubeconfig);
        await clusterctl.init(server, kubeconfig);
      },
    }),
  );
  const options = { cloud, ownCRDs: true };
  const bootstrap = closing.use(await ReferenceProviders.start(cluster, ["bootstrap-kubeadm"], options));
  return { cluster, bootstrap, client: cluster.client, kubeconfig };
}
