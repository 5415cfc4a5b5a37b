import { type Clock, timestamp } from "../clock/clock.ts";
import { ensureFlowObjects } from "../flow-control/ensure-flow-objects.ts";
import { stamped } from "../object/stamped.ts";
import { namespaces } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type BootstrapContext } from "./bootstrap-context.ts";
import { ensureServiceCIDR } from "./ensure-service-cidr.ts";
import { bootstrapObjects } from "./objects.generated.ts";

/** Writes missing initial objects. */
export async function bootstrap(context: BootstrapContext): Promise<void> {
  await ensureNamespaces(context);
  await ensureServiceCIDR(context);
  ensureObjects(context);
  ensureFlowObjects(context);
}

async function ensureNamespaces({ store, writer }: BootstrapContext): Promise<void> {
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) {
    if (store.get(namespaces.id, "", name) !== undefined) continue;
    const target = { resource: namespaces, version: storageVersion(namespaces), manager: "kube-apiserver" };
    await writer.create(target, { kind: "Namespace", apiVersion: "v1", metadata: { name } });
  }
}

/** Writes missing default roles, bindings and APIServices. */
function ensureObjects({ store, clock }: { readonly store: Store; readonly clock: Clock }): void {
  const time = timestamp(clock.now());
  for (const [collection, objects] of Object.entries(bootstrapObjects)) {
    for (const object of objects) {
      const { namespace = "", name } = object.metadata;
      if (store.get(collection, namespace, name) === undefined) store.put(collection, stamped(object, time));
    }
  }
}
