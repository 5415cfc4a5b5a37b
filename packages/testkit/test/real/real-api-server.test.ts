import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RealApiServer } from "../../src/real/real-api-server.ts";

describe.runIf(process.env.KUBEBUILDER_ASSETS)("RealApiServer", () => {
  test("starts, restarts on the same data, logs requests and leaves nothing behind", async () => {
    // given a server
    const server = await RealApiServer.start({ audit: true, controllerManager: true });
    expect(server.kubeconfig).toContain(server.url);
    expect(await server.kubeconfigFor("jane", ["devs"])).toContain("client-key-data");

    // when it restarts, then it becomes ready again on the same port
    await server.restart();
    expect(server.auditEntries()).toContainEqual(
      expect.objectContaining({ verb: "get", requestURI: "/api/v1/namespaces/default" }),
    );

    // and when it stops, then its folder and its processes are removed
    await server.stop();
    expect(existsSync(server.directory)).toBe(false);
  });
});

test("names the variable to set when the programs are missing", async () => {
  await expect(RealApiServer.start({ assets: "" })).rejects.toThrow("KUBEBUILDER_ASSETS");
});
