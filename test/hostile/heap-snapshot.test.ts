import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { createClient, Secret } from "@capstan/runtime";
import { expect, test } from "vitest";
import { ManagerProcess } from "../e2e/manager-process.ts";

interface Snapshot {
  readonly status: number;
  /** The start of the file. */
  readonly start: string;
  readonly found: boolean;
}

/** Takes a heap snapshot, and searches it for a string. The snapshot may be longer than a string can be. */
async function snapshotOf(address: string, wanted: string): Promise<Snapshot> {
  const response = await fetch(`http://${address}/debug/heap`);
  let [start, last, found] = ["", "", false];
  const decoder = new TextDecoder();
  for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    const chunk = decoder.decode(bytes, { stream: true });
    if (start.length < 20) start += chunk;
    found ||= (last + chunk).includes(wanted);
    last = chunk.slice(-wanted.length);
  }
  return { status: response.status, start, found };
}

// In a separate process, because the test process has far more in its memory.
test("a heap snapshot has the snapshot format, contains Secrets, and is taken one at a time", async () => {
  // given a manager that reads the Secrets of Clusters
  await using server = await ApiServer.start();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-heap-"));
  const kubeconfig = path.join(folder.path, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  const value = Buffer.from("kept-in-memory").toString("base64");
  const labels = { "cluster.x-k8s.io/cluster-name": "c1" };
  const metadata = { namespace: "default", name: "c1-ca", labels };
  await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata, data: { value } });
  const flags = ["--kubeconfig", kubeconfig, "--install", "--profiler-address=127.0.0.1:0"];
  await using manager = new ManagerProcess("capstan-core", flags);
  const [, address = ""] = await manager.prints(/The manager is running.* profiler="?([^ "]+)/);

  // when two snapshots are requested concurrently
  const snapshots = await Promise.all([snapshotOf(address, value), snapshotOf(address, value)]);

  // then one request succeeds, and so does a later one
  expect(snapshots.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  const taken = snapshots.find(({ status }) => status === 200);
  expect(taken).toMatchObject({ start: expect.stringMatching(/^{"snapshot":/) as string, found: true });
  expect(await snapshotOf(address, value)).toMatchObject({ status: 200, found: true });
  await client.close();
});
