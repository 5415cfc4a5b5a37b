import { type Clock } from "../clock/clock.ts";
import { namespaces } from "../registry/built-in/built-ins.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type Writer } from "../writer/writer.ts";
import { ensurePolicy } from "./ensure-policy.ts";
import { ensureServiceCIDR } from "./ensure-service-cidr.ts";

export interface BootstrapContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly registry: Registry;
  readonly clock: Clock;
}

/** Writes what every server has from its beginning, as far as it is missing. */
export async function bootstrap(context: BootstrapContext): Promise<void> {
  await ensureNamespaces(context);
  await ensureServiceCIDR(context);
  ensurePolicy(context);
}

async function ensureNamespaces({ store, writer }: BootstrapContext): Promise<void> {
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) {
    if (store.get(namespaces.id, "", name) !== undefined) continue;
    const target = { resource: namespaces, version: storageVersion(namespaces), manager: "kube-apiserver" };
    await writer.create(target, { kind: "Namespace", apiVersion: "v1", metadata: { name } });
  }
}
