import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { contractVersions, oldestCore } from "@capstan/contract";
import { upstreamSteps } from "@capstan/phases";
import { createClient, requestPath } from "@capstan/runtime";
import { expect, test } from "vitest";
import { writtenRows } from "../interop/versions/pages.ts";
import { supported } from "../interop/versions/version-table.ts";
import { compilers, oldestNode } from "../publishing/supported-versions.ts";

const root = path.resolve(import.meta.dirname, "../..");
const readme = readFileSync(path.join(root, "README.md"), "utf8");

/** Rows of the table of versions: oldest and newest version, by product. */
function table(): ReadonlyMap<string, readonly string[]> {
  const text = /<!-- versions -->([\s\S]*?)<!-- \/versions -->/.exec(readme)?.[1] ?? "";
  const rows = [...text.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  return new Map(rows.map(([, of = "", oldest = "", newest = ""]) => [of, [oldest, newest]]));
}

/** `24.21.0` is 24.21, `1.36.3` is 1.36. */
function minor(version: string): string {
  return /\d+\.\d+/.exec(version)?.[0] ?? version;
}

function manifest(file: string): {
  name?: string;
  engines?: { node?: string };
  devDependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(path.join(root, file), "utf8")) as ReturnType<typeof manifest>;
}

/** The minimum version of Node that each package declares, by package name. */
const nodes = new Map(
  globSync("packages/*/package.json", { cwd: root }).map((file) => {
    const { name = "", engines } = manifest(file);
    return [name, engines?.node?.replace(">=", "") ?? ""];
  }),
);
const newestNode = manifest("package.json").devDependencies?.node?.split(".")[0] ?? "";

test("README.md has the versions that the packages declare and the tests use", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "versions-test/1" });
  const { gitVersion } = (await client.request("GET", requestPath`/version`)) as { gitVersion: string };
  await client.close();
  const rows = writtenRows();
  const [oldest, newest] = supported(rows, "clusterApi");
  expect(Object.fromEntries(table())).toMatchObject({
    "contract of Cluster API": [contractVersions.at(-1), contractVersions[0]],
    "Cluster API on the management cluster": [oldest, newest],
    "Kubernetes, as in our tests on the real API server": supported(rows, "kubernetes"),
    "Node, for a provider": [nodes.get("@capstan/provider"), newestNode],
    "Node, for the command line and `@capstan/testkit`": [nodes.get("capstan"), newestNode],
    TypeScript: [minor(compilers.oldest), minor(compilers.newest)],
  });
  // The versions that the flows were run with are those that the packages know.
  expect(minor(oldestCore)).toBe(oldest);
  expect(minor(Object.keys(upstreamSteps).at(-1) ?? "")).toBe(newest);
  expect(supported(rows, "kubernetes")[1]).toBe(minor(gitVersion));
  expect(minor(oldestNode)).toBe(nodes.get("@capstan/provider"));
  expect(nodes.get("@capstan/testkit")).toBe(nodes.get("capstan"));
});

test("the provider of README.md has 26 lines, which fit into the column of the site's first page", () => {
  const [, block = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(26);
  expect(lines.filter((line) => line.length > 76)).toEqual([]);
});
