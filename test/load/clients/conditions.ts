import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Client, requestPath } from "@capstan/runtime";
import type { Peer } from "./peers/peers.ts";

/** The conditions that the figures depend on. */
export interface Conditions {
  readonly date: string;
  readonly machine: string;
  /** Over the last minute before the run. */
  readonly load: number;
  /** By the name of the program or library. */
  readonly versions: Readonly<Record<string, string>>;
}

/** @param client - of the measured server. */
export async function conditionsOf(client: Client, peers: readonly Peer[]): Promise<Conditions> {
  const server = (await client.request("GET", requestPath`/version`)) as { readonly gitVersion?: string } | undefined;
  const installed = peers.flatMap(({ needs }) => (needs === undefined ? [] : [[needs.name, needs.version] as const]));
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg()[0] ?? 0,
    versions: {
      "kube-apiserver": server?.gitVersion ?? "unknown",
      Node: process.versions.node,
      "@kubernetes/client-node": ofWorkspace("@kubernetes/client-node"),
      ...Object.fromEntries(installed),
      ...(peers.some(({ isGo }) => isGo) ? goVersions() : {}),
    },
  };
}

function ofWorkspace(name: string): string {
  const manifest = readFileSync(path.join(import.meta.dirname, "../../../package.json"), "utf8");
  const { devDependencies } = JSON.parse(manifest) as { readonly devDependencies: Readonly<Record<string, string>> };
  return devDependencies[name] ?? "unknown";
}

function goVersions(): Readonly<Record<string, string>> {
  const modules = readFileSync(path.join(import.meta.dirname, "go/go.mod"), "utf8");
  const go = spawnSync("go", ["env", "GOVERSION"], { encoding: "utf8" });
  return {
    "controller-runtime": /controller-runtime v(\S+)/.exec(modules)?.[1] ?? "unknown",
    Go: go.stdout.trim().replace("go", ""),
  };
}
