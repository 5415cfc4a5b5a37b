import { AddonReconciler, ConfigMap, enqueueMapped, type Manager, Secret, uniqueName } from "@capstan/provider";
import { ManifestSet } from "../../api/manifest-set.ts";
import { applyManifests, deleteObjects } from "../../manifests/apply-manifests.ts";
import { StoredInventory } from "../../manifests/inventory.ts";
import { areSame, identityOf } from "../../manifests/manifest.ts";
import { readManifests } from "../../manifests/read-manifests.ts";

/** How soon the manifests are applied again, in case something has changed them in the cluster, in milliseconds. */
const reconcileMs = 10 * 60_000;

/** Applies the manifests of each ManifestSet to the workload clusters that it selects. */
export class ManifestSetReconciler extends AddonReconciler<typeof ManifestSet> {
  readonly definition = ManifestSet;

  /** The ConfigMaps and Secrets of a set wake it. Their values are read when they are needed, and not kept in memory. */
  override sources({ cache }: Manager) {
    const sets = cache.informer(ManifestSet.kind);
    return [ConfigMap, Secret].map(({ kind }, index) =>
      enqueueMapped(
        index === 0 ? ConfigMap : Secret,
        ({ metadata: { name, namespace = "" } }) =>
          sets
            .listIn(namespace)
            .filter(({ spec }) => spec.resources.some((resource) => resource.kind === kind && resource.name === name))
            .map(({ metadata }) => ({ name: metadata.name, namespace })),
        { scope: { metadataOnly: true } },
      ),
    );
  }

  async reconcileAddon({ object, client, workload }: this["Scope"], signal: AbortSignal) {
    const { resources, strategy, prune } = object.spec;
    const { manifests, hash } = await readManifests(client, object.metadata.namespace, resources, signal);
    const cluster = (await workload()).client;
    const inventory = new StoredInventory(cluster, uniqueName(object), signal);
    const known = await inventory.read();
    if (strategy === "ApplyOnce" && known?.hash !== undefined) return this.outcome.installed({ revision: known.hash });

    const objects = manifests.map(identityOf);
    const surplus = (known?.objects ?? []).filter((each) => !objects.some((other) => areSame(each, other)));
    // Noted before it is applied, so that a crash leaves nothing behind that the inventory does not have.
    if (known?.hash !== hash) await inventory.write({ objects: [...objects, ...surplus] });
    await applyManifests(cluster, manifests, signal);
    if (prune) await deleteObjects(cluster, surplus, signal);
    if (known?.hash !== hash) await inventory.write({ hash, objects: prune ? objects : [...objects, ...surplus] });
    return this.outcome.installed({
      revision: hash,
      ...(strategy === "Reconcile" ? { retryAfterMs: reconcileMs } : {}),
    });
  }

  override async deleteAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
    if (!object.spec.prune) return this.outcome.deleted();
    const { client } = await workload();
    const inventory = new StoredInventory(client, uniqueName(object), signal);
    await deleteObjects(client, (await inventory.read())?.objects ?? [], signal);
    await inventory.delete();
    return this.outcome.deleted();
  }
}
