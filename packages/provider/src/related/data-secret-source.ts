import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Cache, isForbidden, type Request, type Secret, type Source } from "@capstan/runtime";
import { clusterSecrets } from "../secrets/cluster-secrets.ts";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/** The kind that names the Secret with bootstrap data, and for what. */
export interface DataSecretOwners<Owner extends KubernetesObject> {
  readonly owner: ResourceKind<Owner>;
  readonly dataSecretName: (owner: DeepReadonly<Owner>) => string | undefined;
  readonly referenceOf: ReferenceOf<Owner>;
  /** Whether other data is news as well, since more machines may boot from it. Default: only the first. */
  readonly renewed?: true;
}

/**
 * Wakes the object of `kind` that an owner refers to as soon as there is bootstrap data in the Secret that the owner names: a user
 * may create it later than the object. Only Secrets with the cluster name label are seen, by the watch that exists for them anyway.
 *
 * Does not hold up the start where Secrets may not be listed.
 */
export function dataSecretSource<Owner extends KubernetesObject>(
  kind: ResourceKind,
  owners: DataSecretOwners<Owner>,
): Source {
  return {
    key: `data-secret:${kind.kind}.${kind.group}`,
    start: (context) => {
      const requestsFor = objectsNaming(context.cache, kind, owners);
      const secrets = clusterSecrets(context.cache);
      const stop = secrets.onEvent(({ type, object, previous, initial }) => {
        // Objects that existed at the start are reconciled in any case.
        if (initial === true || type === "deleted" || !isNews(object, previous, owners.renewed)) return;
        for (const request of requestsFor(object)) context.enqueue(request);
      });
      const ready = secrets.waitForSync(context.signal, { unlessForbidden: true }).catch((error: unknown) => {
        if (!context.signal.aborted && !isForbidden(error)) throw error;
      });
      return { ready, stop };
    },
  };
}

function objectsNaming<Owner extends KubernetesObject>(
  cache: Cache,
  kind: ResourceKind,
  { owner, dataSecretName, referenceOf }: DataSecretOwners<Owner>,
): (secret: DeepReadonly<Secret>) => Request[] {
  const byDataSecret = cache.informer(owner).addIndex("capstan-provider/data-secret", (each) => {
    const name = dataSecretName(each);
    return name === undefined ? [] : [name];
  });
  return ({ metadata }) =>
    byDataSecret
      .in(metadata.namespace, metadata.name)
      .flatMap((each) => referredRequest(kind, referenceOf(each), each.metadata.namespace));
}

function isNews(
  secret: DeepReadonly<Secret>,
  previous: DeepReadonly<Secret> | undefined,
  renewed: true | undefined,
): boolean {
  if (!hasData(secret)) return false;
  return renewed === true ? secret.data?.value !== previous?.data?.value : !hasData(previous);
}

function hasData(secret: DeepReadonly<Secret> | undefined): boolean {
  return (secret?.data?.value ?? "") !== "";
}
