import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import type { Client, Scope } from "../client/client.ts";

function versionsOf(objects: readonly { readonly metadata: object }[]): Map<string, string> {
  return new Map(
    objects.map((object) => {
      const metadata = object.metadata as KubernetesObject["metadata"];
      return [objectKeyText(metadata), `${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""}`];
    }),
  );
}

async function isCurrent(client: Client, informer: Informer, scopes: readonly Scope[]): Promise<boolean> {
  const kind: ResourceKind = informer.kind;
  const lists = await Promise.all(scopes.map((scope) => client.list(kind, { ...scope, metadataOnly: true })));
  const served = versionsOf(lists.flatMap(({ items }) => items));
  const cached = versionsOf(informer.list());
  return served.size === cached.size && [...served].every(([key, version]) => cached.get(key) === version);
}

/** What was compared, and found equal, when the server was at `version`. */
interface Comparison {
  readonly version: string;
  readonly informers: ReadonlySet<Informer>;
}

const lastEqual = new WeakMap<Cache, Comparison>();

interface Running {
  readonly informer: Informer;
  readonly scopes: readonly Scope[];
}

/** The version of the server's whole store, which every write raises: that of a list of next to nothing. */
async function storeVersion(client: Client, running: readonly Running[]): Promise<string | undefined> {
  const [{ informer, scopes: [{ namespace } = {}] } = { informer: undefined, scopes: [] }] = running;
  if (informer === undefined) return undefined;
  const scope = {
    fieldSelector: "metadata.name=none",
    metadataOnly: true,
    ...(namespace === undefined ? {} : { namespace }),
  };
  return client.list(informer.kind, scope).then(
    ({ resourceVersion }) => (resourceVersion === "" ? undefined : resourceVersion),
    () => undefined,
  );
}

/** The informers that do not have exactly what the server has now. Those with a problem are left out: they cannot. */
export async function informersBehind(client: Client, cache: Cache): Promise<Informer[]> {
  const running = cache.runningInformers().filter(({ informer }) => informer.problem === undefined);
  const version = await storeVersion(client, running);
  const last = lastEqual.get(cache);
  // Nothing was written since everything was found equal: a clock that fires many timers would list everything after each.
  const isUnchanged = version !== undefined && version === last?.version;
  if (isUnchanged && running.every(({ informer }) => last.informers.has(informer))) return [];
  const checks = await Promise.all(
    running.map(async ({ informer, scopes }) => ({
      informer,
      // A server that cannot be reached now has nothing to be compared with.
      isCurrent: await isCurrent(client, informer, scopes).catch(() => undefined),
    })),
  );
  if (version !== undefined && checks.every((check) => check.isCurrent === true)) {
    lastEqual.set(cache, { version, informers: new Set(running.map(({ informer }) => informer)) });
  }
  return checks.filter((check) => check.isCurrent === false).map(({ informer }) => informer);
}
