import { jsonEqual, objectAt } from "@capstan/kube";
import { complete } from "../registry/complete.ts";
import { services } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { firstAddress } from "../registry/built-in/rules/service-addresses.ts";
import { type BootstrapContext } from "./bootstrap-context.ts";

const metadata = {
  name: "kubernetes",
  namespace: "default",
  labels: { component: "apiserver", provider: "kubernetes" },
};

/** Writes the Service `default/kubernetes`, through which Pods would reach the server, with the port of the server. */
export async function ensureService({ store, writer }: BootstrapContext, port: number): Promise<void> {
  const ports = [{ name: "https", protocol: "TCP", port: 443, targetPort: port }];
  const target = { resource: services, version: storageVersion(services), manager: "kube-apiserver" };
  const stored = store.get(services.id, metadata.namespace, metadata.name);
  if (stored === undefined) {
    const spec = { ports, clusterIP: firstAddress, ipFamilyPolicy: "SingleStack" };
    const given = { kind: "Service", apiVersion: "v1", metadata, spec };
    await writer.create(target, complete(services, target.version, given));
    return;
  }
  const spec = objectAt(stored, "spec");
  if (!jsonEqual(spec?.ports, ports)) await writer.update(target, stored, { ...stored, spec: { ...spec, ports } });
}
