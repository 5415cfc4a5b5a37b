import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { devMap, devStateVariable } from "@capstan/provider";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "capstan-dev-map-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("under capstan dev a map restores the entries of an earlier process by its name", () => {
  vi.stubEnv(devStateVariable, path.join(folder, "provider"));
  const before = devMap<{ readonly address: string }>("servers");
  before.set("a", { address: "192.0.2.1" }).set("b", { address: "192.0.2.2" });
  before.delete("a");

  expect([...devMap("servers")]).toEqual([["b", { address: "192.0.2.2" }]]);
  expect(devMap("endpoints").size).toBe(0);

  before.clear();
  expect(devMap("servers").size).toBe(0);
  expect(readdirSync(path.join(folder, "provider"))).toEqual(["servers.json"]);
  expect(statSync(path.join(folder, "provider/servers.json")).mode & 0o077).toBe(0);
});

test("unreadable entries are reported and kept", () => {
  vi.stubEnv(devStateVariable, folder);
  writeFileSync(path.join(folder, "servers.json"), "[[");
  expect(() => devMap("servers")).toThrow(SyntaxError);
});

test("without capstan dev a map stores nothing", () => {
  vi.stubEnv(devStateVariable, undefined);
  devMap("servers").set("a", 1);
  expect(devMap("servers").size).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
