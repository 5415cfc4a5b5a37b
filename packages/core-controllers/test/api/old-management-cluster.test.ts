import { ApiServer } from "@capstan/apiserver";
import { coreCRDs } from "@capstan/contract";
import { ofOldRelease } from "@capstan/harness/servers";
import { createClient, createLogger, installCRDs, Manager } from "@capstan/runtime";
import { expect, test, vi } from "vitest";
import { setupCoreControllers } from "../../src/index.ts";

test("if the core kinds are served only in v1beta1, the log names the CRD to install", async () => {
  // given
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  await installCRDs(client, coreCRDs.map(ofOldRelease));
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  const manager = new Manager({ name: "core", client, logger });
  setupCoreControllers(manager);

  // when
  const started = manager.start();

  // then
  try {
    await vi.waitFor(() => {
      expect(lines.join("\n")).toContain(
        "The API server does not serve machines.cluster.x-k8s.io/v1beta2; install its CRD, in a release that serves v1beta2",
      );
    });
  } finally {
    await manager.stop();
    await started.catch(() => undefined);
    await client.close();
  }
});
