import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { createClient, CustomResourceDefinition } from "@capstan/runtime";
import { expect, test } from "vitest";
import { findingsOf } from "../../src/check/findings.ts";
import { readServer } from "../../src/check/read-input.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";

test("the CRDs of a live server are checked, optionally for one group", async () => {
  // given a server with the kinds of a provider
  await using server = await ApiServer.start();
  const folder = await mkdtemp(join(tmpdir(), "capstan-check-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig);
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
  for (const crd of [...FooMachine.crds, ...FooCluster.crds]) await client.create(CustomResourceDefinition, { ...crd });
  await client.close();

  // when they are read
  const all = await readServer(kubeconfig, undefined);
  const other = await readServer(kubeconfig, "other.example.com");
  await rm(folder, { recursive: true });

  // then they keep the contract with the server's defaults
  expect(findingsOf([all]).checked).toHaveLength(4);
  expect(findingsOf([all]).findings).toEqual([]);
  expect(other.documents).toEqual([]);
});
