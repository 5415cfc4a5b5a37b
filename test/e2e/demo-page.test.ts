import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { PageReader } from "../../packages/cli/test/page/page-reader.ts";
import { DemoProcess } from "./demo-process.ts";

const timeout = 120_000;
const few = ["--control-planes", "1", "--workers", "1", "--idle-seconds", "0"];

async function untilRunning(reader: PageReader): Promise<void> {
  await reader.until(
    ({ rows }) => rows.filter(({ kind, phase }) => kind === "Machine" && phase === "Running").length === 2,
  );
}

test("capstan demo --page shows Machines until they are Running, and stays up until Ctrl-C", { timeout }, async () => {
  const demo = new DemoProcess(...few, "--page", "--json");
  await using reader = await PageReader.open(await demo.pageUrl());
  await untilRunning(reader);
  const { offeredFaults, provider } = await reader.until((state) => state);
  expect(offeredFaults.map(({ type }) => type)).toContain("api-errors");
  expect(provider).toBeUndefined();
  const reconcile = await reader.until(({ reconciles }) => reconciles.find(({ requests }) => requests.length > 0));
  expect(reconcile).toMatchObject({ own: false, manager: expect.stringMatching(/^capstan-/) as string });
  await demo.prints(/"machines":/);
  demo.child.kill("SIGINT");
  expect((await demo.end()).status).toBe(0);
  expect(await demo.temporaryFiles()).toEqual([]);
});

describe.runIf(process.env.KUBEBUILDER_ASSETS)("capstan demo --page on the real API server", () => {
  test(
    "shows the same content, with the field managers, and offers no faults of the API server",
    { timeout },
    async () => {
      await using cleanUp = new AsyncDisposableStack();
      const folder = await mkdtemp(path.join(tmpdir(), "capstan-e2e-"));
      cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
      const server = cleanUp.use(await RealApiServer.start({ controllerManager: true }));
      const kubeconfig = path.join(folder, "kubeconfig");
      await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
      const demo = new DemoProcess(...few, "--page", "--json", "--kubeconfig", kubeconfig);
      await using reader = await PageReader.open(await demo.pageUrl());
      await untilRunning(reader);
      const { offeredFaults } = await reader.until((state) => state);
      expect(offeredFaults.map(({ type }) => type)).toEqual(["machine-lost"]);
      const details = await reader.details("Machine.cluster.x-k8s.io/default/quickstart-worker-0");
      expect(details.yaml.find(({ text }) => text.trim() === "phase: Running")?.managers).toEqual(["capstan-core"]);
      demo.child.kill("SIGINT");
      expect((await demo.end()).status).toBe(0);
    },
  );
});
