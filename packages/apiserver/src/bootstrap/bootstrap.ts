import { jsonEqual, objectAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { ensureFlowObjects } from "../flow-control/ensure-flow-objects.ts";
import { type ApiObject, stamped } from "../object/api-object.ts";
import { configMaps, namespaces, serviceCidrs, services } from "../registry/built-in/built-ins.ts";
import { addressRange, firstAddress } from "../registry/built-in/rules/service-addresses.ts";
import { complete } from "../registry/complete.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type Writer } from "../writer/writer.ts";
import generated from "./objects.generated.json" with { type: "json" };

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

/** The default objects of kube-apiserver (Apache-2.0) by collection, without their stamps. The file has each owner and rule once. */
function* bootstrapObjects(): Iterable<readonly [collection: string, object: ApiObject]> {
  const { owners, rules, objects } = generated;
  for (const [collection, ofCollection] of Object.entries(objects)) {
    for (const { metadata, ...fields } of ofCollection) {
      const own = "rules" in fields ? { rules: fields.rules.map((index) => rules[index]) } : {};
      const owned = { ...metadata, managedFields: owners[metadata.managedFields] };
      yield [collection, { ...fields, ...own, metadata: owned } as ApiObject];
    }
  }
}

/** Writes missing default roles, bindings and APIServices. */
function ensureObjects({ store, clock }: { readonly store: Store; readonly clock: Clock }): void {
  const time = timestamp(clock.now());
  for (const [collection, object] of bootstrapObjects()) {
    const { namespace = "", name } = object.metadata;
    if (store.get(collection, namespace, name) === undefined) store.put(collection, stamped(object, time));
  }
}

const name = "kubernetes";

/** Writes the ServiceCIDR `kubernetes`: the range of Services' addresses. */
async function ensureServiceCIDR({ store, writer, clock }: BootstrapContext): Promise<void> {
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

const place = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/** Publishes the CAs of client certificates, PEM, for servers that authenticate users as this one does. */
export async function ensureAuthentication({ store, writer }: BootstrapContext, authorities: string): Promise<void> {
  if (store.get(configMaps.id, place.namespace, place.name) !== undefined) return;
  const data = { "client-ca-file": authorities };
  const target = { resource: configMaps, version: storageVersion(configMaps), manager: "kube-apiserver" };
  await writer.create(target, { kind: "ConfigMap", apiVersion: "v1", metadata: place, data });
}

/** The dependencies for writing the initial objects of every server. */
export interface BootstrapContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly registry: Registry;
  readonly clock: Clock;
}
