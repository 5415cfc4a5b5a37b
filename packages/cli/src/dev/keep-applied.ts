import type { Client } from "@capstan/runtime";
import { applyManifests } from "./apply-manifests.ts";
import { followChanges } from "./changes.ts";
import type { DevOutput } from "./output.ts";
import type { Project } from "./project.ts";

/** Applies the project's manifests, and again when one of them changes. */
export async function keepApplied(project: Project, client: Client, output: DevOutput): Promise<AsyncDisposable> {
  const { manifests: folder } = project;
  const closing = new AsyncDisposableStack();
  if (folder === undefined) return closing;
  let applying = new AbortController();
  closing.defer(() => {
    applying.abort();
  });
  const apply = (): void => {
    applying.abort();
    applying = new AbortController();
    void applyManifests(client, folder, { output, signal: applying.signal });
  };
  closing.use(await followChanges([folder], project.folder, apply));
  apply();
  return closing;
}
