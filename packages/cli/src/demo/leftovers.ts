import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import process from "node:process";
import type { Client } from "@capstan/runtime";

interface ApiResource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** What is not a leftover: it disappears by itself after a while, or belongs to a leader election. */
const transient = new Set(["events", "leases"]);

/** Every object of a namespace, of every kind the server lists, as `resource/name (uid)`. */
export async function listObjects(client: Client, namespace: string, signal: AbortSignal): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of await groupVersionPaths(client, signal)) {
    const { resources } = (await client.request("GET", path, undefined, { signal })) as { resources: ApiResource[] };
    for (const resource of resources) {
      if (!resource.namespaced || !resource.verbs.includes("list") || transient.has(resource.name)) continue;
      const list = (await client.request("GET", `${path}/namespaces/${namespace}/${resource.name}`, undefined, {
        signal,
      })) as { items: { metadata: { name: string; uid?: string } }[] };
      for (const { metadata } of list.items) found.add(`${resource.name}/${metadata.name} (${metadata.uid ?? ""})`);
    }
  }
  return found;
}

async function groupVersionPaths(client: Client, signal: AbortSignal): Promise<string[]> {
  const { groups } = (await client.request("GET", "/apis", undefined, { signal })) as {
    groups: { preferredVersion: { groupVersion: string } }[];
  };
  return ["/api/v1", ...groups.map((group) => `/apis/${group.preferredVersion.groupVersion}`)];
}

/** Prefix of the temporary folders of this process's demo. */
export function temporaryPrefix(): string {
  return `capstan-demo-${process.pid}-`;
}

/** Child processes, listening servers and temporary files that this process still has. */
export async function listLocalLeftovers(): Promise<string[]> {
  const held = process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap" || name === "TCPServerWrap");
  const files = (await readdir(tmpdir())).filter((name) => name.startsWith(temporaryPrefix()));
  return [...held, ...files];
}
