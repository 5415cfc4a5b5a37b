import { type DeepReadonly, Machine, type ResourceKind } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { type Cache, isForbidden, type Request, type Secret, type Source } from "@capstan/runtime";
import { clusterSecrets } from "../bootstrap-data/cluster-secrets.ts";
import { referredRequest } from "./referred-request.ts";

const byDataSecret = "capstan-provider/data-secret";

/**
 * Wakes the infra machine of a Machine as soon as there is bootstrap data in the Secret that the Machine names: one of the
 * user's may come after it. Only Secrets with the cluster name label are seen, by the watch that there is for them anyway.
 *
 * Does not hold up the start where Secrets may not be listed.
 */
export function dataSecretSource(kind: ResourceKind): Source {
  return {
    key: `data-secret:${kind.kind}.${kind.group}`,
    start: (context) => {
      const requestsFor = machinesNaming(context.cache, kind);
      const secrets = clusterSecrets(context.cache);
      const stop = secrets.onEvent(({ type, object, previous, initial }) => {
        // Machines that were there at the start are looked at in any case.
        if (initial === true || type === "deleted" || !hasData(object) || hasData(previous)) return;
        for (const request of requestsFor(object)) context.enqueue(request);
      });
      const ready = secrets.waitForSync(context.signal, { unlessForbidden: true }).catch((error: unknown) => {
        if (!context.signal.aborted && !isForbidden(error)) throw error;
      });
      return { ready, stop };
    },
  };
}

function machinesNaming(cache: Cache, kind: ResourceKind): (secret: DeepReadonly<Secret>) => Request[] {
  const machines = cache.informer(Machine);
  machines.addIndex(
    byDataSecret,
    ({
      metadata: { namespace },
      spec: {
        bootstrap: { dataSecretName: name },
      },
    }) => (name === undefined ? [] : [objectKeyText({ namespace, name })]),
  );
  return ({ metadata }) =>
    machines
      .byIndex(byDataSecret, objectKeyText(metadata))
      .flatMap((each) => referredRequest(kind, each.spec.infrastructureRef, each.metadata.namespace));
}

function hasData(secret: DeepReadonly<Secret> | undefined): boolean {
  return (secret?.data?.value ?? "") !== "";
}
