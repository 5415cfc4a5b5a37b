import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Cache, isForbidden, type Request, type Secret, type Source } from "@capstan/runtime";
import { clusterSecrets } from "../secrets/cluster-secrets.ts";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/** The owners that name the Secret with bootstrap data. */
export interface DataSecretOwners<Owner extends KubernetesObject> {
  readonly owner: ResourceKind<Owner>;
  readonly dataSecretName: (owner: DeepReadonly<Owner>) => string | undefined;
  readonly referenceOf: ReferenceOf<Owner>;
  /** Whether changed data wakes objects too, because more machines may boot from it. Default: only the first data does. */
  readonly renewed?: true;
}

/**
 * Wakes the object of `kind` that an owner refers to as soon as the Secret that the owner names has bootstrap data, because a user may
 * create the Secret after the object. Covers only Secrets with the cluster name label, and uses the watch that exists for them anyway.
 *
 * Does not delay the start of the controller if Secrets may not be listed.
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
        // Objects that exist at the start are reconciled in any case.
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
