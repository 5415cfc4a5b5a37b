import {
  Cluster,
  type DeepReadonly,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type ObjectKey,
  type ResourceKind,
} from "@capstan/contract";
import { isCapstanError, objectKeyText, parseObjectKey } from "@capstan/kube";
import { type Cache, CustomResourceDefinition, type Informer, kindKey, type ObjectIndex } from "@capstan/runtime";
import type { ObservedCluster, ObservedReference, Reference } from "../describe/observed-cluster.ts";
import { missing, observedReference, referredKind, referredKinds } from "../describe/observed-reference.ts";
import { crdNameOf, readableKind } from "../describe/readable-kind.ts";
import { referencesOf } from "../describe/references.ts";
import { idOf, objectId } from "./object-id.ts";
import type { ObjectId } from "./protocol.ts";

/** The needs of {@link ClusterCaches}. */
export interface ClusterCachesOptions {
  /** Stopped by its owner. */
  readonly cache: Cache;
  readonly signal: AbortSignal;
  /** Called when an object of a Cluster has changed, even if the Cluster is missing. */
  readonly onChange: (cluster: ObjectKey) => void;
}

type OfCluster = KubernetesObject & { readonly spec: { readonly clusterName: string } };

/** The objects of a kind, by the name of their Cluster. */
interface Followed<T extends OfCluster> {
  readonly informer: Informer<T>;
  readonly byCluster: ObjectIndex<T>;
}

/** Clusters with all their objects, from caches: the same content that `observeCluster` reads once, kept current. */
export class ClusterCaches {
  readonly #options: ClusterCachesOptions;
  readonly #clusters: Informer<Cluster>;
  readonly #deployments: Followed<MachineDeployment>;
  readonly #sets: Followed<MachineSet>;
  readonly #machines: Followed<Machine>;
  readonly #pools: Followed<MachinePool>;
  readonly #checks: Followed<MachineHealthCheck>;
  readonly #crds: Informer;
  /** The informers of provider kinds, which start at the first reference to the kind. */
  readonly #providers = new Map<string, Informer>();
  /** The Cluster of each provider object, as last observed. */
  readonly #clusterOf = new Map<ObjectId, string>();
  /** Every Cluster with an object: its own, or one that names it. */
  readonly #known = new Set<string>();

  constructor(options: ClusterCachesOptions) {
    this.#options = options;
    const { cache } = options;
    this.#clusters = cache.informer(Cluster);
    this.#clusters.onEvent(({ object }) => {
      this.#changed(objectKeyText(object.metadata));
    });
    this.#deployments = this.#following(MachineDeployment);
    this.#sets = this.#following(MachineSet);
    this.#machines = this.#following(Machine);
    this.#pools = this.#following(MachinePool);
    this.#checks = this.#following(MachineHealthCheck);
    this.#crds = cache.informer<KubernetesObject>(CustomResourceDefinition, { metadataOnly: true });
    this.#crds.onEvent(({ object }) => {
      if (contractLabeled(object)) this.#allChanged();
    });
  }

  /** Resolves once everything is read that does not depend on references. */
  async ready(): Promise<void> {
    const followed = [this.#deployments, this.#sets, this.#machines, this.#pools, this.#checks];
    const informers: readonly Pick<Informer, "waitForSync">[] = [
      ...[this.#clusters, this.#crds, ...followed.map(({ informer }) => informer)],
    ];
    const { signal } = this.#options;
    await Promise.all(
      informers.map((informer) =>
        informer.waitForSync(signal, { unlessNotServed: true }).catch((error: unknown) => {
          // A management cluster might not serve every kind; many do not serve pools.
          if (!isCapstanError(error, "KindNotServed")) throw error;
        }),
      ),
    );
  }

  /** @returns undefined while the referenced kinds are being read; `onChange` is called once they are. */
  observe(key: ObjectKey): ObservedCluster | undefined {
    const cluster = this.#clusters.get(key);
    const of = <T extends OfCluster>({ byCluster }: Followed<T>) => byCluster.in(key.namespace, key.name);
    const machines = of(this.#machines);
    const machinePools = of(this.#pools);
    const references = referencesOf({ cluster, machines, machinePools });
    const kinds = this.#kindsOf(references);
    if (kinds === undefined) return undefined;
    const { namespace = "" } = key;
    for (const { apiGroup: group, kind, name: referred } of references) {
      this.#clusterOf.set(objectId({ kind, group, namespace, name: referred }), objectKeyText(key));
    }
    return {
      cluster,
      machines,
      machinePools,
      machineDeployments: of(this.#deployments),
      machineSets: of(this.#sets),
      machineHealthChecks: of(this.#checks),
      withTemplates: false,
      find: (reference) => kinds.get(referredKind(reference))?.({ namespace, name: reference.name }) ?? missing,
    };
  }

  #following<T extends OfCluster>(kind: ResourceKind<T>): Followed<T> {
    const informer = this.#options.cache.informer(kind);
    const byCluster = informer.addIndex("cluster", ({ spec }: DeepReadonly<OfCluster>) => [spec.clusterName]);
    informer.onEvent(({ object }: { readonly object: DeepReadonly<OfCluster> }) => {
      this.#changed(objectKeyText({ namespace: object.metadata.namespace, name: object.spec.clusterName }));
    });
    return { informer, byCluster };
  }

  #kindsOf(references: readonly Reference[]): ReadonlyMap<string, (key: ObjectKey) => ObservedReference> | undefined {
    const read = [...referredKinds(references)].map(([kind, reference]) => [kind, this.#find(reference)] as const);
    const ready = read.flatMap(([kind, find]) => (find === undefined ? [] : [[kind, find] as const]));
    return ready.length < read.length ? undefined : new Map(ready);
  }

  #find(reference: Reference): ((key: ObjectKey) => ObservedReference) | undefined {
    const readable = readableKind(reference, this.#crds.get({ name: crdNameOf(reference) }));
    if (readable.state === "unresolved") return () => readable;
    const { resource, contract } = readable;
    const informer = this.#providerInformer(resource);
    const { problem } = informer;
    if (!informer.synced) return problem && (() => ({ state: "unresolved", message: problem.message }));
    return (key) => observedReference(informer.get(key), contract);
  }

  #providerInformer(resource: ResourceKind): Informer {
    const known = this.#providers.get(kindKey(resource));
    if (known !== undefined) return known;
    const informer = this.#options.cache.informer<KubernetesObject>(resource);
    this.#providers.set(kindKey(resource), informer);
    informer.onEvent(({ object }) => {
      const cluster = this.#clusterOf.get(idOf(object));
      if (cluster !== undefined) this.#changed(cluster);
    });
    informer.waitForSync(this.#options.signal).then(
      () => {
        this.#allChanged();
      },
      () => undefined,
    );
    return informer;
  }

  #allChanged(): void {
    for (const name of this.#known) this.#changed(name);
  }

  #changed(name: string): void {
    this.#known.add(name);
    this.#options.onChange(parseObjectKey(name));
  }
}

function contractLabeled({ metadata }: DeepReadonly<KubernetesObject>): boolean {
  return Object.keys(metadata.labels ?? {}).some((label) => label.startsWith(`${Cluster.group}/v1`));
}
