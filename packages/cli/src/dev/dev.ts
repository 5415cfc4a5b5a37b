import { MockCloud } from "@capstan/infrastructure-mock";
import { isCapstanError, objectKeyText } from "@capstan/kube";
import { Cache, type Client, systemClock, type Informer } from "@capstan/runtime";
import { Cluster, type KubernetesObject, Machine } from "@capstan/contract";
import { installKinds, type ManagerName, startManagers } from "../managers/reference-managers.ts";
import { removeClusters } from "../managers/remove-clusters.ts";
import { interruption } from "../terminal/interruption.ts";
import { reportFailure } from "../terminal/failure.ts";
import { followChanges } from "./changes.ts";
import { serveDevPage } from "./dev-page.ts";
import { type DevServer, startDevServer } from "./dev-server.ts";
import { keepApplied } from "./apply-manifests.ts";
import { createDevOutput, type DevOutput } from "./output.ts";
import { type Project, projectIn, type ProjectOptions } from "./project.ts";
import { Provider, type ProviderOptions } from "./provider.ts";
import { ProviderView } from "./provider-view.ts";

/** Options of `capstan dev`. */
export interface DevOptions extends ProjectOptions {
  /** Managers to run in addition to the core controllers. */
  readonly with: readonly ("docker" | "kubeadm" | "mock")[];
  /** Where the API server stores its state. Default: in memory. */
  readonly dataDir?: string;
  /** Whether to serve a page for a browser. */
  readonly page: boolean;
  /** Port of the page. Default: 4480, or the next free port. */
  readonly port?: number;
  readonly json: boolean;
}

/** Conventional exit status of a process that SIGINT stopped before it began. */
const interruptedStatus = 130;

const managersOf: Readonly<Record<DevOptions["with"][number], ManagerName>> = {
  docker: "capstan-infrastructure-docker",
  kubeadm: "capstan-bootstrap-kubeadm",
  mock: "capstan-infrastructure-mock",
};

/**
 * Runs a provider from its sources, with its whole environment, until it is interrupted.
 *
 * @param flags - further flags of the provider.
 * @returns the exit status: 0 interrupted, which is the normal end, 130 interrupted before it began, 1 a component could not be started, 2
 * the options are invalid.
 */
export async function runDev(folder: string, flags: readonly string[], options: DevOptions): Promise<number> {
  using interrupt = interruption();
  try {
    await using closing = new AsyncDisposableStack();
    await start(projectIn(folder, options), { flags, options, closing, signal: interrupt.signal });
    await new Promise((resolve) => {
      interrupt.signal.addEventListener("abort", resolve, { once: true });
      if (interrupt.signal.aborted) resolve(undefined);
    });
    return 0;
  } catch (error) {
    if (interrupt.signal.aborted) return interruptedStatus;
    reportFailure("dev", error);
    return isCapstanError(error, "ArgumentInvalid") ? 2 : 1;
  }
}

interface Start {
  readonly flags: readonly string[];
  readonly options: DevOptions;
  readonly closing: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

async function start(project: Project, { flags, options, closing, signal }: Start): Promise<void> {
  const output = createDevOutput(options.json);
  const started = await startDevServer(options.dataDir, closing);
  const { server, client, kubeconfigs } = started;
  const managers: readonly ManagerName[] = ["capstan-core", ...options.with.map((each) => managersOf[each])];
  const mockCloud = options.with.includes("mock") ? closing.use(new MockCloud({ clock: systemClock })) : undefined;
  await installKinds(client, managers, { logger: output.logger, closing });
  await startManagers(managers, closing, {
    kubeconfig: server.kubeconfig,
    logger: output.logger,
    ...(mockCloud === undefined ? {} : { mockCloud }),
  });
  const cache = new Cache({ client });
  closing.defer(() => cache.stop());
  await followPhases(cache, output, signal);

  const view = closing.use(new ProviderView(output, project.folder));
  const provider = closing.use(new Provider(project.program, providerOptions(started, flags, view)));
  const shown = { project, started, provider, view, cache, mockCloud };
  const page = options.page ? { page: await serveDevPage(shown, options.port, closing) } : {};
  output.started({ url: server.url, kubeconfig: kubeconfigs.developer, managers, ...page });
  closing.use(
    await followChanges(project.sources, project.folder, (files) => {
      void provider.restart(files);
    }),
  );
  closing.use(await keepApplied(project, client, output));
  if (options.with.includes("docker") && options.dataDir === undefined) {
    closing.defer(() => removeContainers(client));
  }
  await provider.restart([]);
}

/** Without the API server, nothing would remove the containers of its Clusters. */
async function removeContainers(client: Client): Promise<void> {
  try {
    await removeClusters(client);
  } catch (error) {
    reportFailure("dev", error);
  }
}

function providerOptions(
  { server, kubeconfigs, stateFolder }: DevServer,
  flags: readonly string[],
  reports: ProviderView,
): ProviderOptions {
  const own = [`--kubeconfig=${kubeconfigs.provider}`, "--install", "--install-webhooks", "--diagnostics-address=0"];
  return { flags: [...own, ...flags], stateFolder, apiServer: new URL(server.url).host, reports };
}

type Phased = KubernetesObject & { readonly status?: { readonly phase?: string } };

/** Reports the phases of Clusters and Machines as they change. @param cache - started here, stopped by its owner. */
async function followPhases(cache: Cache, output: DevOutput, signal: AbortSignal): Promise<void> {
  const informers: readonly Informer<Phased>[] = [cache.informer<Phased>(Cluster), cache.informer<Phased>(Machine)];
  for (const informer of informers) {
    const phases = new Map<string, string | undefined>();
    informer.onEvent(({ type, object }) => {
      const key = objectKeyText(object.metadata);
      const from = phases.get(key);
      const to = type === "deleted" ? undefined : object.status?.phase;
      if (type === "deleted") phases.delete(key);
      else phases.set(key, to);
      if (from !== to) output.phase({ kind: informer.kind.kind, object: key, from, to });
    });
  }
  cache.start();
  await Promise.all(informers.map((informer) => informer.waitForSync(signal)));
}
