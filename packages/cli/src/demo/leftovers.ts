import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import process from "node:process";
import { type GroupVersion, groupVersionOf } from "@capstan/kube";
import { type Client, groupVersionPath, requestPath } from "@capstan/runtime";

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Kinds that do not count as leftovers: they disappear after a while, or belong to a leader election. */
const transient = new Set(["events", "leases"]);

/** Every object of a namespace, of every kind that the server lists, as `resource/name (uid)`. */
export async function listObjects(client: Client, namespace: string, signal: AbortSignal): Promise<Set<string>> {
  const found = new Set<string>();
  for (const groupVersion of await groupVersions(client, signal)) {
    const path = groupVersionPath(groupVersion);
    const { resources } = (await client.request("GET", path, undefined, { signal })) as { resources: ApiResource[] };
    for (const { name: plural, kind, namespaced, verbs } of resources) {
      if (!namespaced || !verbs.includes("list") || transient.has(plural)) continue;
      const listed = { ...groupVersion, kind, plural, namespaced };
      const { items } = await client.list(listed, { namespace, metadataOnly: true, signal });
      for (const { metadata } of items) found.add(`${plural}/${metadata.name} (${metadata.uid ?? ""})`);
    }
  }
  return found;
}

async function groupVersions(client: Client, signal: AbortSignal): Promise<GroupVersion[]> {
  const { groups } = (await client.request("GET", requestPath`/apis`, undefined, { signal })) as {
    groups: { preferredVersion: { groupVersion: string } }[];
  };
  return [{ group: "", version: "v1" }, ...groups.map((each) => groupVersionOf(each.preferredVersion.groupVersion))];
}

/** Prefix of the temporary folders of this process's demo. */
export function temporaryPrefix(): string {
  return `capstan-demo-${process.pid}-`;
}

/** The remaining child processes, listening servers and temporary files of this process. */
export async function listLocalLeftovers(): Promise<string[]> {
  const held = process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap" || name === "TCPServerWrap");
  const files = (await readdir(tmpdir())).filter((name) => name.startsWith(temporaryPrefix()));
  return [...held, ...files];
}
