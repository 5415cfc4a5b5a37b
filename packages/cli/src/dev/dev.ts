import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { isCapstanError } from "@capstan/kube";
import { type Client, createClient } from "@capstan/runtime";
import { installKinds, type ManagerName, startManagers } from "../managers/reference-managers.ts";
import { interruption } from "../terminal/interruption.ts";
import { reportFailure } from "../terminal/failure.ts";
import { version } from "../version/version.ts";
import { applyManifests } from "./apply-manifests.ts";
import { followChanges } from "./changes.ts";
import { followPhases } from "./follow-phases.ts";
import { createDevOutput, type DevOutput } from "./output.ts";
import { type Project, projectIn, type ProjectOptions } from "./project.ts";
import { Provider } from "./provider.ts";

/** What `capstan dev` was asked to do. */
export interface DevOptions extends ProjectOptions {
  /** Run next to the core controllers. */
  readonly with: readonly ("kubeadm" | "mock")[];
  /** Where the API server keeps its state. Default: in memory. */
  readonly dataDir?: string;
  readonly json: boolean;
}

/** Conventional exit status of a process that was ended by SIGINT before it had begun. */
const interruptedStatus = 130;

const managersOf: Readonly<Record<DevOptions["with"][number], ManagerName>> = {
  kubeadm: "capstan-bootstrap-kubeadm",
  mock: "capstan-infrastructure-mock",
};

/**
 * Runs a provider from its sources, with all that it needs, until it is interrupted.
 *
 * @param flags - further flags of the provider.
 * @returns the exit status: 0 interrupted, which is how it ends, 130 before it had begun, 1 something could not be started, 2 the options
 * are invalid.
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
  const { server, client, kubeconfigPath, stateFolder } = await startServer(options.dataDir, closing);
  const names: readonly ManagerName[] = ["capstan-core", ...options.with.map((each) => managersOf[each])];
  await installKinds(client, names, { logger: output.logger, closing });
  await startManagers(names, closing, { kubeconfig: server.kubeconfig, logger: output.logger });
  closing.use(await followPhases(client, output, signal));
  output.started({ url: server.url, kubeconfig: kubeconfigPath, managers: names });

  const own = [`--kubeconfig=${kubeconfigPath}`, "--install", "--install-webhooks", "--diagnostics-address=0"];
  const provider = closing.use(new Provider(project.program, { flags: [...own, ...flags], stateFolder, output }));
  closing.use(
    await followChanges(project.sources, project.folder, (files) => {
      void provider.restart(files);
    }),
  );
  closing.use(await keepApplied(project, client, output));
  await provider.restart([]);
}

async function startServer(dataDirectory: string | undefined, closing: AsyncDisposableStack) {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-dev-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const server = closing.use(await ApiServer.start(dataDirectory === undefined ? {} : { dataDirectory }));
  const kubeconfigPath = path.join(folder, "kubeconfig");
  await writeFile(kubeconfigPath, server.kubeconfig, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: `capstan-dev/${version}` });
  closing.defer(() => client.close());
  // As long as the objects on the server.
  const stateFolder = path.join(dataDirectory ?? folder, "provider");
  return { server, client, kubeconfigPath, stateFolder: path.resolve(stateFolder) };
}

/** Applies the project's manifests, and again when one of them changes. */
async function keepApplied(project: Project, client: Client, output: DevOutput): Promise<AsyncDisposable> {
  const { manifests: folder } = project;
  const closing = new AsyncDisposableStack();
  if (folder === undefined) return closing;
  let applying = new AbortController();
  closing.defer(() => {
    applying.abort();
  });
  const apply = (): void => {
    applying.abort();
    applying = new AbortController();
    void applyManifests(client, folder, { output, signal: applying.signal });
  };
  closing.use(await followChanges([folder], project.folder, apply));
  apply();
  return closing;
}
