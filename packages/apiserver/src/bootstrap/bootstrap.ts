import { ensureFlowObjects } from "../flow-control/ensure-flow-objects.ts";
import { namespaces } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { type BootstrapContext } from "./bootstrap-context.ts";
import { ensureObjects } from "./ensure-objects.ts";
import { ensureServiceCIDR } from "./ensure-service-cidr.ts";

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
