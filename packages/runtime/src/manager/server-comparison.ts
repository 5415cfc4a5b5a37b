import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import type { RunningInformer } from "../cache/running-informer.ts";
import type { Client, Scope } from "../client/client.ts";

/** Returns the resourceVersion of a kind's last change, without a request to the server. */
export type LastChange = (kind: ResourceKind) => string;

/**
 * The informers whose objects differ from the server's. Informers with a problem are omitted, because they cannot catch up.
 *
 * @param lastChange - default: compare the informers with lists from the server.
 */
export async function informersBehind(
  client: Client,
  cache: Cache,
  lastChange?: LastChange,
): Promise<readonly RunningInformer[]> {
  const running = cache.runningInformers().filter(({ informer }) => informer.problem === undefined);
  return lastChange === undefined ? behindLists(client, cache, running) : behindLastChange(client, running, lastChange);
}

/** The informers that matched the server at `version`. */
interface Comparison {
  readonly version: string;
  readonly informers: ReadonlySet<Informer>;
}

const lastEqual = new WeakMap<Cache, Comparison>();

async function behindLists(
  client: Client,
  cache: Cache,
  running: readonly RunningInformer[],
): Promise<readonly RunningInformer[]> {
  const version = await storeVersion(client, running);
  const last = lastEqual.get(cache);
  // No write since the last match: a clock that fires many timers would otherwise list everything after each.
  const isUnchanged = version !== undefined && version === last?.version;
  if (isUnchanged && running.every(({ informer }) => last.informers.has(informer))) return [];
  const checks = await Promise.all(running.map((each) => isCurrent(client, each)));
  if (version !== undefined && checks.every((check) => check === true)) {
    lastEqual.set(cache, { version, informers: new Set(running.map(({ informer }) => informer)) });
  }
  return running.filter((_each, index) => checks[index] === false);
}

/** The last change of the kind at which an informer matched the server. */
const equalAt = new WeakMap<Informer, string>();

async function behindLastChange(
  client: Client,
  running: readonly RunningInformer[],
  lastChange: LastChange,
): Promise<readonly RunningInformer[]> {
  const checks = await Promise.all(
    running.map(async (each) => {
      const version = lastChange(each.informer.kind);
      if (each.hasReached(version) || equalAt.get(each.informer) === version) return true;
      // This informer will get the change. Others may not select it, and would wait forever.
      if (each.scopes.every(isWhole)) return false;
      const isEqual = await isCurrent(client, each);
      if (isEqual === true) equalAt.set(each.informer, version);
      return isEqual;
    }),
  );
  return running.filter((_each, index) => checks[index] === false);
}

function isWhole({ namespace, labelSelector, fieldSelector }: Scope): boolean {
  return namespace === undefined && labelSelector === undefined && fieldSelector === undefined;
}

/** The version of the server's whole store, which every write raises, from a list that matches no object. */
async function storeVersion(client: Client, running: readonly RunningInformer[]): Promise<string | undefined> {
  const [first] = running;
  if (first === undefined) return undefined;
  const [{ namespace } = {}] = first.scopes;
  const scope = {
    fieldSelector: "metadata.name=none",
    metadataOnly: true,
    namespace,
  };
  return client.list(first.informer.kind, scope).then(
    ({ resourceVersion }) => (resourceVersion === "" ? undefined : resourceVersion),
    () => undefined,
  );
}

/** @returns `undefined` if the server is unavailable, so that no comparison is possible. */
async function isCurrent(client: Client, { informer, scopes }: RunningInformer): Promise<boolean | undefined> {
  const kind: ResourceKind = informer.kind;
  const lists = await Promise.all(scopes.map((scope) => client.list(kind, { ...scope, metadataOnly: true }))).catch(
    () => undefined,
  );
  if (lists === undefined) return undefined;
  const served = versionsOf(lists.flatMap(({ items }) => items));
  const cached = versionsOf(informer.list());
  return served.size === cached.size && [...served].every(([key, version]) => cached.get(key) === version);
}

function versionsOf(objects: readonly { readonly metadata: object }[]): Map<string, string> {
  return new Map(
    objects.map((object) => {
      const metadata = object.metadata as KubernetesObject["metadata"];
      return [objectKeyText(metadata), `${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""}`];
    }),
  );
}
