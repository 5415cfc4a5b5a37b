import { complete } from "../registry/complete.ts";
import { serviceCidrs } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { addressRange } from "../registry/built-in/rules/service-addresses.ts";
import { type BootstrapContext } from "./bootstrap-context.ts";

const name = "kubernetes";

/** Writes the ServiceCIDR `kubernetes`: the range of Services' addresses. */
export async function ensureServiceCIDR({ store, writer, clock }: BootstrapContext): Promise<void> {
  if (store.get(serviceCidrs.id, "", name) !== undefined) return;
  const target = { resource: serviceCidrs, version: storageVersion(serviceCidrs), manager: "kube-apiserver" };
  const given = {
    kind: serviceCidrs.kind,
    apiVersion: "networking.k8s.io/v1",
    metadata: { name },
    spec: { cidrs: [addressRange] },
  };
  const created = await writer.create(target, complete(serviceCidrs, target.version, given));
  const ready = {
    type: "Ready",
    status: "True",
    lastTransitionTime: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
    reason: "",
    message: "Kubernetes default Service CIDR is ready",
  };
  const ofStatus = { ...target, subresource: "status", manager: "kubernetes-service-cidr-controller" };
  await writer.update(ofStatus, created, { ...created, status: { conditions: [ready] } });
}
