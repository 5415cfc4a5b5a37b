import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import type { RunningInformer } from "../cache/running-informer.ts";
import type { Client, Scope } from "../client/client.ts";

/** The resourceVersion of a kind's last change, from one who knows it without asking the server. */
export type LastChange = (kind: ResourceKind) => string;

/**
 * The informers that do not have exactly what the server has now. Those with a problem are left out: they cannot.
 *
 * @param lastChange - default: what the informers have is compared with lists of the server.
 */
export async function informersBehind(
  client: Client,
  cache: Cache,
  lastChange?: LastChange,
): Promise<readonly RunningInformer[]> {
  const running = cache.runningInformers().filter(({ informer }) => informer.problem === undefined);
  return lastChange === undefined ? behindLists(client, cache, running) : behindLastChange(client, running, lastChange);
}

/** What was compared, and found equal, when the server was at `version`. */
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
  // Nothing was written since everything was found equal: a clock that fires many timers would list everything after each.
  const isUnchanged = version !== undefined && version === last?.version;
  if (isUnchanged && running.every(({ informer }) => last.informers.has(informer))) return [];
  const checks = await Promise.all(running.map((each) => isCurrent(client, each)));
  if (version !== undefined && checks.every((check) => check === true)) {
    lastEqual.set(cache, { version, informers: new Set(running.map(({ informer }) => informer)) });
  }
  return running.filter((_each, index) => checks[index] === false);
}

/** At which change of its kind an informer was compared, and found equal. */
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
      // It will be notified of that change. Others may not be concerned by it, and would wait forever.
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

/** The version of the server's whole store, which every write raises: that of a list of next to nothing. */
async function storeVersion(client: Client, running: readonly RunningInformer[]): Promise<string | undefined> {
  const [first] = running;
  if (first === undefined) return undefined;
  const [{ namespace } = {}] = first.scopes;
  const scope = {
    fieldSelector: "metadata.name=none",
    metadataOnly: true,
    ...(namespace === undefined ? {} : { namespace }),
  };
  return client.list(first.informer.kind, scope).then(
    ({ resourceVersion }) => (resourceVersion === "" ? undefined : resourceVersion),
    () => undefined,
  );
}

/** @returns `undefined` if the server cannot be reached now: it has nothing to be compared with. */
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
