import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { installedCRDs, Machine } from "@capstan/contract";
import { createClient, CustomResourceDefinition as Definition } from "@capstan/runtime";
import { expect, test } from "vitest";
import { runCore } from "../src/index.ts";

test("capstan-core --install installs its CRDs, runs, and stops on request", async () => {
  // given an empty API server
  await using server = await ApiServer.start();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-core-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });

  // when the program runs until its controllers watch Machines
  const stop = new AbortController();
  const program = runCore({
    argv: ["--kubeconfig", kubeconfig, "--install", "--phase-reading", "upstream", "--v", "-1"],
    signal: stop.signal,
  });
  await expect
    .poll(() =>
      [...server.requests.entries()].some(({ verb, resource }) => verb === "watch" && resource === Machine.plural),
    )
    .toBe(true);

  // then its kinds are served, and it stops
  const { items } = await client.list(Definition);
  expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(
    installedCRDs.map(({ metadata }) => metadata.name).sort(),
  );
  stop.abort();
  await program;
  await client.close();
  await rm(folder, { recursive: true });
});
