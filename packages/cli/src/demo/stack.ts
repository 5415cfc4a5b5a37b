import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { setupCoreControllers } from "@capstan/core-controllers";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import { convertersOf } from "@capstan/provider";
import {
  type Client,
  WebhookServer,
  createClient,
  installCRDs,
  type Logger,
  Manager,
  systemClock,
} from "@capstan/runtime";
import { version } from "../version/version.ts";
import { AuditLogCounter } from "./audit-log.ts";
import { ClientCounter } from "./client-counter.ts";
import { coreCRDsOf } from "./core-crds.ts";
import { EmbeddedCounter } from "./embedded-counter.ts";
import { temporaryPrefix } from "./leftovers.ts";
import type { DemoOptions } from "./options.ts";
import type { RequestCounter } from "./requests.ts";

const managerNames = ["capstan-core", "capstan-bootstrap-kubeadm", "capstan-infrastructure-mock"] as const;

/** Everything the demo runs: an API server (embedded unless a kubeconfig is given) and the three managers. */
export interface Stack {
  /** Of the demo itself: what it asks is not counted. */
  readonly client: Client;
  readonly kubeconfigPath: string;
  readonly counter: RequestCounter;
  close(): Promise<void>;
}

/** Starts everything; what was started is closed again if a later step fails. */
export async function startStack(
  options: Pick<DemoOptions, "kubeconfig" | "auditLog" | "namespace" | "coreCrds">,
  logger: Logger,
): Promise<Stack> {
  const closing = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(path.join(tmpdir(), temporaryPrefix()));
    // A second Ctrl-C ends the process at once, and still leaves no folder behind.
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
    const webhook = closing.use(await WebhookServer.start({ converters: convertersOf(KubeadmConfig), logger }));
    const crds = [...webhook.wire(KubeadmConfig.crds), ...MockCluster.crds, ...MockMachine.crds];
    await installCRDs(client, [...(await coreCRDsOf(options.coreCrds)), ...crds]);

    const clients = new ClientCounter();
    await startManagers({ kubeconfig, namespace: options.namespace, logger, closing, clients });
    const counter = chooseCounter(server, options.auditLog, clients);
    return { client, kubeconfigPath, counter, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function startManagers(context: {
  kubeconfig: string;
  namespace: string;
  logger: Logger;
  closing: AsyncDisposableStack;
  clients: ClientCounter;
}): Promise<void> {
  const cloud = await MockCloud.open({ clock: systemClock });
  context.closing.defer(() => cloud.close());
  const setups: Record<(typeof managerNames)[number], (manager: Manager) => void> = {
    "capstan-core": (manager) => {
      setupCoreControllers(manager);
    },
    "capstan-bootstrap-kubeadm": (manager) => {
      new KubeadmConfigReconciler().setup(manager);
    },
    "capstan-infrastructure-mock": (manager) => {
      new MockClusterReconciler(cloud).setup(manager);
      new MockMachineReconciler(cloud).setup(manager);
    },
  };
  const managers = managerNames.map((name) => {
    const onRequest = context.clients.observe(name);
    const client = createClient({ kubeconfig: context.kubeconfig, userAgent: `${name}/${version}`, onRequest });
    context.closing.defer(() => client.close());
    const manager = new Manager({
      name,
      client,
      logger: context.logger.with({ manager: name }),
      namespaces: [context.namespace],
      // The demo is there to show every step, also those that follow each other closely.
      holdStatus: false,
    });
    setups[name](manager);
    context.closing.defer(() => manager.stop());
    return manager;
  });
  await Promise.all(managers.map((manager) => manager.start()));
}

function chooseCounter(
  server: ApiServer | undefined,
  auditLog: string | undefined,
  clients: ClientCounter,
): RequestCounter {
  if (server !== undefined) return new EmbeddedCounter(server.requests, managerNames);
  return auditLog === undefined ? clients : new AuditLogCounter(auditLog, managerNames);
}
