import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { MockCloud } from "@capstan/infrastructure-mock";
import { type Client, createClient, createLogger, systemClock } from "@capstan/runtime";
import { applyManifests } from "../../src/demo/cluster-objects.ts";
import { resize } from "../../src/demo/manifests.ts";
import { mockKinds } from "../../src/demo/nodes/mock-nodes.ts";
import { installKinds, managersWith, startManagers } from "../../src/managers/reference-managers.ts";
import { loadManifests } from "../../src/manifests/load-manifests.ts";
import { apiServerFaults } from "../../src/page/api-server-faults.ts";
import { machineLost } from "../../src/page/machine-lost.ts";
import { loseMockServer } from "../../src/page/mock-servers.ts";
import { Page } from "../../src/page/page.ts";
import { PageServer } from "../../src/page/page-server.ts";
import { PageReader } from "./page-reader.ts";

const logger = createLogger({ level: "error", format: "text", write: (line) => process.stderr.write(line) });
const quickstart = path.resolve(import.meta.dirname, "../../../../examples/quickstart");

/** The only file of a page that no browser opens. */
export const placeholder = new Map([
  ["index.html", { type: "text/html; charset=utf-8", body: Buffer.from("<!doctype html>") }],
]);

/** An embedded server with the core controllers, the kubeadm and the mock provider, and a page that shows it. */
export interface PageScene extends AsyncDisposable {
  readonly server: ApiServer;
  readonly client: Client;
  readonly page: Page;
  readonly url: string;
  readonly reader: PageReader;
}

/** @param machines - the Machines of the Cluster `quickstart` to apply. Default: nothing is applied. */
export async function startScene(machines?: { controlPlanes: number; workers: number }): Promise<PageScene> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "page-test/1" });
  starting.defer(() => client.close());
  const mockCloud = starting.use(new MockCloud({ clock: systemClock }));
  await installKinds(client, managersWith("mock"), { logger, closing: starting });
  await startManagers(managersWith("mock"), starting, { kubeconfig: server.kubeconfig, logger, mockCloud });
  const page = starting.use(
    await Page.start({
      command: "demo",
      project: "test",
      server: { url: server.url, kubeconfig: "/kubeconfig" },
      client,
      faults: [
        ...apiServerFaults(server.faults, "the core", { product: "capstan-core" }),
        machineLost(client, [loseMockServer(mockCloud)]),
      ],
    }),
  );
  const { url } = starting.use(await PageServer.start(page, { files: placeholder }));
  const reader = starting.use(await PageReader.open(url));
  if (machines !== undefined) {
    const manifests = resize(await loadManifests(quickstart), machines);
    await applyManifests(client, manifests, {
      namespace: "default",
      kinds: mockKinds,
      signal: new AbortController().signal,
    });
  }
  const closing = starting.move();
  return { server, client, page, url, reader, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
