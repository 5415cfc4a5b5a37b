import fs, { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiServer } from "../../src/index.ts";
import { Wire } from "../conformance/target.ts";
import { widget, widgetDefinition } from "../conformance/widgets.ts";
import { temporaryFolder } from "./server-process.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const widgets = "/apis/example.io/v1/namespaces/default/widgets";
const configMaps = "/api/v1/namespaces/default/configmaps";

async function established(wire: Wire): Promise<void> {
  await wire.post(definitions, widgetDefinition);
  while ((await wire.get(widgets)).status !== 200);
}

test("a server continues from the data of a stopped server", async () => {
  // given a stopped server with a custom object and a deleted one
  const dataDirectory = temporaryFolder();
  const first = await ApiServer.start({ dataDirectory });
  const wire = new Wire(first.kubeconfig);
  await established(wire);
  const { body } = await wire.post(widgets, widget("a"));
  await wire.post(widgets, widget("b"));
  await wire.delete(`${widgets}/b`);
  const user = new Wire(first.kubeconfigFor("jane", ["system:masters"]));
  const { resourceVersion } = first;
  await first.close();

  // and whose last write was truncated
  appendFileSync(path.join(dataDirectory, "journal"), '01234567 {"r":999,"c":"widgets.exam');

  // when another server starts on the same data
  await using second = await ApiServer.start({ dataDirectory });

  // then it has the same objects at the same version and accepts the same kubeconfigs
  expect([second.url, second.resourceVersion]).toEqual([first.url, resourceVersion]);
  expect((await wire.get(`${widgets}/a`)).body).toEqual(body);
  expect((await wire.get(`${widgets}/b`)).status).toBe(404);
  expect((await user.get("/api/v1/namespaces/default")).status).toBe(200);
  const next = await wire.patch(`${widgets}/a`, "merge", { spec: { count: 2 } });
  expect(Number(next.body.metadata.resourceVersion)).toBe(Number(resourceVersion) + 1);
});

test("a journal with an unreadable line is reported with that line and left unchanged", async () => {
  const dataDirectory = temporaryFolder();
  await (await ApiServer.start({ dataDirectory })).close();
  const journal = path.join(dataDirectory, "journal");
  const lines = readFileSync(journal, "utf8").split("\n");
  const second = lines[1] ?? "";
  // The third is a line in which the disk flipped a bit.
  for (const bad of ["{}", "not JSON", second.replace("default", "defaulu"), `00000000 ${second.slice(9)}`]) {
    const text = lines.with(1, bad).join("\n");
    writeFileSync(journal, text);
    await expect(ApiServer.start({ dataDirectory })).rejects.toThrow(
      `${journal}:2: this is not a line of the journal, or has been changed; restore the file from a copy, or remove the line, and with it one change`,
    );
    expect(readFileSync(journal, "utf8")).toBe(text);
  }
});

test("64-bit integers are kept on disk", async () => {
  const dataDirectory = temporaryFolder();
  const first = await ApiServer.start({ dataDirectory });
  const wire = new Wire(first.kubeconfig);
  await established(wire);
  await wire.send(
    "POST",
    widgets,
    JSON.stringify(widget("a", { count: 1, int: 0 })).replace('"int":0', '"int":9007199254740993'),
    {
      "content-type": "application/json",
    },
  );
  await first.close();
  await using second = await ApiServer.start({ dataDirectory });
  expect((await new Wire(second.kubeconfig).get(`${widgets}/a`)).text).toContain('"int":9007199254740993');
});

test("a second server cannot use the directory of a running server", async () => {
  const dataDirectory = temporaryFolder();
  const first = await ApiServer.start({ dataDirectory });
  await expect(ApiServer.start({ dataDirectory })).rejects.toMatchObject({
    code: "StateDirectoryUnusable",
    message: `${dataDirectory}: another API server uses it; stop that one, or name another directory`,
  });
  expect((await new Wire(first.kubeconfig).get("/api/v1/namespaces/default")).status).toBe(200);
  await first.close();
  await using second = await ApiServer.start({ dataDirectory });
  expect((await new Wire(second.kubeconfig).get("/api/v1/namespaces/default")).status).toBe(200);
});

test("the journal drops overwritten values while the server runs", async () => {
  const dataDirectory = temporaryFolder();
  const first = await ApiServer.start({ dataDirectory, fsync: "never" });
  const wire = new Wire(first.kubeconfig);
  const filling = "x".repeat(50_000);
  for (const name of ["a", "b"]) await wire.post(configMaps, { metadata: { name }, data: { filling } });
  // when an object of 50 KB is written 200 times, 10 MB in all
  for (let count = 1; count <= 200; count += 1) {
    await wire.patch(`${configMaps}/a`, "merge", { data: { count: String(count), filling } });
  }
  // then the journal is smaller than half of that, and no second file remains
  expect(statSync(path.join(dataDirectory, "journal")).size).toBeLessThan(5_000_000);
  const { resourceVersion } = first;
  await first.close();
  expect(existsSync(path.join(dataDirectory, "journal.new"))).toBe(false);
  // and the other data is complete
  await using second = await ApiServer.start({ dataDirectory });
  expect(second.resourceVersion).toBe(resourceVersion);
  const counts = (await wire.get(configMaps)).body.items.map(({ data }) => (data as { count?: string }).count);
  expect(counts).toEqual(["200", undefined]);
});

/** Counts the calls that flush a file to its disk. */
function countSyncs(): { readonly now: () => number; readonly later: () => number } {
  const now = vi.spyOn(fs, "fdatasyncSync");
  const later = vi.spyOn(fs, "fdatasync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return { now: () => now.mock.calls.length, later: () => later.mock.calls.length };
}

test("a write is flushed to disk according to the fsync policy", async () => {
  const syncs = countSyncs();
  for (const fsync of ["always", "every-second", "never"] as const) {
    await using server = await ApiServer.start({ dataDirectory: temporaryFolder(), fsync });
    const wire = new Wire(server.kubeconfig);
    const [now, later] = [syncs.now(), syncs.later()];
    // when three objects are written
    for (const name of ["a", "b", "c"]) await wire.post(configMaps, { metadata: { name } });
    // then the server flushes each, or all together within about a second, or none
    expect(syncs.now() - now).toBe(fsync === "always" ? 3 : 0);
    if (fsync === "every-second") await expect.poll(() => syncs.later() - later).toBeGreaterThan(0);
    else expect(syncs.later() - later).toBe(0);
  }
});
