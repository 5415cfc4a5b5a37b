import type { KubernetesObject } from "@capstan/contract";
import { groupVersionOf, isCapstanError, objectKeyText } from "@capstan/kube";
import { type Client, discoverKind, isApiError, isNotFound, systemClock } from "@capstan/runtime";
import { loadManifests } from "../manifests/load-manifests.ts";
import type { DevOutput } from "./output.ts";
import { followChanges } from "./changes.ts";
import type { Project } from "./project.ts";

const retryMs = 250;
/** After this time, the output reports why an object waits. */
const patienceMs = 2_000;

/** The field manager of the manifests. */
const fieldManager = "capstan-dev";

interface ApplyContext {
  readonly output: DevOutput;
  readonly signal: AbortSignal;
}

/**
 * Applies the manifests of a folder on the server. An object whose kind is not served yet, because its provider has just been started, is
 * retried until `signal` aborts. Every other refusal is reported, and the other objects are applied nevertheless.
 */
async function applyManifests(client: Client, folder: string, { output, signal }: ApplyContext): Promise<void> {
  let objects: readonly KubernetesObject[];
  try {
    objects = await loadManifests(folder);
  } catch (error) {
    output.refused("The manifests", messageOf(error));
    return;
  }
  const applied = await Promise.all(objects.map((object) => applyOne(client, object, { output, signal })));
  const names = objects.filter((_, index) => applied[index] === true).map(nameOf);
  if (names.length > 0) output.applied(names);
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${objectKeyText(metadata)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @returns whether it was applied; otherwise it was refused, or `signal` has aborted. */
async function applyOne(client: Client, object: KubernetesObject, { output, signal }: ApplyContext): Promise<boolean> {
  const startedMs = systemClock.monotonic();
  let hasSaid = false;
  for (;;) {
    const error = await serverSideApply(client, object, signal).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return true;
    if (signal.aborted) return false;
    if (!mayPass(error)) {
      output.refused(nameOf(object), messageOf(error));
      return false;
    }
    if (!hasSaid && systemClock.monotonic() - startedMs > patienceMs) {
      hasSaid = true;
      output.waiting(nameOf(object), messageOf(error));
    }
    await systemClock.sleep(retryMs, signal).catch(() => undefined);
  }
}

/** The provider may still bring the missing part: its kinds, their webhooks, a namespace. */
function mayPass(error: unknown): boolean {
  return isNotFound(error) || isCapstanError(error, "KindNotServed") || (isApiError(error) && error.status >= 500);
}

async function serverSideApply(client: Client, object: KubernetesObject, signal: AbortSignal): Promise<void> {
  const kind = await discoverKind(client, { ...groupVersionOf(object.apiVersion), kind: object.kind }, { signal });
  const { name, namespace = "default" } = object.metadata;
  const metadata = kind.namespaced ? { ...object.metadata, namespace } : object.metadata;
  const patch = { type: "apply", body: { ...object, metadata }, fieldManager, force: true } as const;
  await client.patch(kind, kind.namespaced ? { name, namespace } : { name }, patch, { signal });
}

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
