import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { MockCloud } from "@capstan/infrastructure-mock";
import { type Client, createClient, type Logger, type RequestObserver, systemClock } from "@capstan/runtime";
import { ManifestError } from "@capstan/kube";
import { type CustomResourceDefinition, installedCRDs } from "@capstan/contract";
import { installKinds, managerNames, startManagers } from "../managers/reference-managers.ts";
import { version } from "../version/version.ts";
import { AuditLogCounter } from "./audit-log.ts";
import { temporaryPrefix } from "./leftovers.ts";
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
  /** The embedded server; undefined with a kubeconfig. */
  readonly server: ApiServer | undefined;
  readonly mockCloud: MockCloud;
  readonly counter: RequestCounter;
  close(): Promise<void>;
}

/** Starts all components; closes those that were started if a later step fails. */
export async function startStack(
  options: Pick<DemoOptions, "kubeconfig" | "auditLog" | "namespace" | "coreCrds">,
  logger: Logger,
): Promise<Stack> {
  const closing = new AsyncDisposableStack();
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
    await installKinds(client, managerNames, { logger, closing }, await coreCRDsOf(options.coreCrds));

    const clients = new ClientCounter();
    const namespaces = [options.namespace];
    const onRequest = (name: string): RequestObserver => clients.observe(name);
    const ofManagers = server?.kubeconfigFor(managersUser, ["system:masters"]) ?? kubeconfig;
    const mockCloud = closing.use(new MockCloud({ clock: systemClock }));
    await startManagers(managerNames, closing, { kubeconfig: ofManagers, logger, namespaces, onRequest, mockCloud });
    const counter = chooseCounter(server, options.auditLog, clients);
    return { client, kubeconfigPath, server, mockCloud, counter, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function chooseCounter(
  server: ApiServer | undefined,
  auditLog: string | undefined,
  clients: ClientCounter,
): RequestCounter {
  if (server !== undefined) return new EmbeddedCounter(server.requests, managerNames);
  return auditLog === undefined ? clients : new AuditLogCounter(auditLog, managerNames);
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
