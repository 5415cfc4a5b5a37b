import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { type Client, createClient, type Logger, type RequestObserver } from "@capstan/runtime";
import { ManifestError } from "@capstan/kube";
import { checkCoreVersion } from "@capstan/provider";
import { type CustomResourceDefinition, installedCRDs } from "@capstan/contract";
import { installKinds, type ManagerName, managersWith, startManagers } from "../managers/reference-managers.ts";
import { version } from "../version/version.ts";
import { AuditLogCounter } from "./audit-log.ts";
import { temporaryPrefix } from "./leftovers.ts";
import type { DemoNodes } from "./nodes/demo-nodes.ts";
import type { DemoOptions } from "./options.ts";
import { type RequestCounter, ClientCounter, EmbeddedCounter } from "./requests.ts";
import { loadManifests } from "../manifests/load-manifests.ts";

/** The user of the managers on an embedded API server, so that faults affect only them. */
export const managersUser = "capstan-demo:managers";

/** All components of the demo: an API server (embedded, or that of a kubeconfig) and the three managers. */
export interface Stack {
  /** The demo's own client, whose requests are not counted. */
  readonly client: Client;
  readonly kubeconfigPath: string;
  /** A temporary folder that the stack removes when it closes. */
  readonly folder: string;
  /** The embedded server; undefined with a kubeconfig. */
  readonly server: ApiServer | undefined;
  readonly nodes: DemoNodes;
  readonly counter: RequestCounter;
  close(): Promise<void>;
}

/**
 * Starts all components; closes those that were started if a later step fails.
 *
 * @param nodes - closed with the stack.
 */
export async function startStack(
  options: Pick<DemoOptions, "kubeconfig" | "auditLog" | "namespace" | "coreCrds">,
  nodes: DemoNodes,
  logger: Logger,
): Promise<Stack> {
  const closing = new AsyncDisposableStack();
  closing.use(nodes);
  const managers = managersWith(nodes.provider);
  try {
    const folder = await mkdtemp(path.join(tmpdir(), temporaryPrefix()));
    // A second Ctrl-C stops the process immediately, and still leaves no folder behind.
    const removeAtExit = (): void => {
      rmSync(folder, { recursive: true, force: true });
    };
    process.once("exit", removeAtExit);
    closing.defer(async () => {
      await rm(folder, { recursive: true, force: true });
      process.off("exit", removeAtExit);
    });
    const server = options.kubeconfig === undefined ? closing.use(await ApiServer.start()) : undefined;
    const kubeconfig = server?.kubeconfig ?? (await readFile(options.kubeconfig ?? "", "utf8"));
    const kubeconfigPath = options.kubeconfig ?? path.join(folder, "kubeconfig");
    if (server !== undefined) await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 });

    const client = createClient({ kubeconfig, userAgent: `capstan-demo/${version}` });
    closing.defer(() => client.close());
    if (server === undefined) await checkCoreVersion(client);
    await installKinds(client, managers, { logger, closing }, await coreCRDsOf(options.coreCrds));

    const clients = new ClientCounter();
    const namespaces = [options.namespace];
    const onRequest = (name: string): RequestObserver => clients.observe(name);
    const ofManagers = server?.kubeconfigFor(managersUser, ["system:masters"]) ?? kubeconfig;
    const common = { kubeconfig: ofManagers, logger, namespaces, onRequest };
    await startManagers(managers, closing, { ...common, ...nodes.managed });
    const counter = chooseCounter(server, options.auditLog, clients, managers);
    return { client, kubeconfigPath, folder, server, nodes, counter, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function chooseCounter(
  server: ApiServer | undefined,
  auditLog: string | undefined,
  clients: ClientCounter,
  managers: readonly ManagerName[],
): RequestCounter {
  if (server !== undefined) return new EmbeddedCounter(server.requests, managers);
  return auditLog === undefined ? clients : new AuditLogCounter(auditLog, managers);
}

/**
 * The CRDs of the core's kinds: from the manifests of a folder, whose versions then differ only in their apiVersion. Without a folder,
 * Capstan's own.
 *
 * @throws {@link ManifestError} the folder contains no CRD.
 */
async function coreCRDsOf(folder = ""): Promise<readonly CustomResourceDefinition[]> {
  if (folder === "") return installedCRDs;
  const manifests = await loadManifests(folder);
  const crds = manifests.filter(({ kind }) => kind === "CustomResourceDefinition") as CustomResourceDefinition[];
  if (crds.length === 0) throw new ManifestError(`${folder}: holds no CustomResourceDefinition`);
  return crds.map((crd) => ({ ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } }));
}
