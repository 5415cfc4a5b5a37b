import { randomUUID } from "node:crypto";
import { jsonEqual, type JsonObject } from "@capstan/kube";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { rootCertificates } from "../object/root-certificates.ts";
import { configMaps, namespaces, serviceAccounts } from "../registry/built-in/built-ins.ts";
import { type Resource, storageVersion } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

const manager = "kube-controller-manager";
const account = "default";
const annotations = {
  "kubernetes.io/description":
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.",
};

/**
 * Creates the ServiceAccount `default` and the ConfigMap of the server's certificates in every namespace, as kube-controller-manager does.
 */
export class NamespaceAccounts implements BackgroundController {
  readonly #world: Pick<World, "store" | "management" | "clock">;
  readonly #data: JsonObject;

  /** @param certificates - the CA certificates of the server, PEM. */
  constructor(world: Pick<World, "store" | "management" | "clock">, certificates: string) {
    this.#world = world;
    this.#data = { [rootCertificates.key]: certificates };
  }

  /** The existing namespaces. */
  restore(): readonly string[] {
    const stored = this.#world.store.collection(namespaces.id).list();
    return stored.map(({ metadata }) => metadata.name);
  }

  /** The namespace in which a change may leave one of the two missing. */
  onChange({ collection, object: { metadata } }: Change): readonly string[] {
    if (collection === namespaces.id) return [metadata.name];
    const isOne =
      (collection === serviceAccounts.id && metadata.name === account) ||
      (collection === configMaps.id && metadata.name === rootCertificates.name);
    return isOne && metadata.namespace !== undefined ? [metadata.namespace] : [];
  }

  reconcile(namespace: string): Next {
    const { store } = this.#world;
    const found = store.get(namespaces.id, "", namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return {};
    if (store.get(serviceAccounts.id, namespace, account) === undefined) {
      this.#put(serviceAccounts, { metadata: { name: account, namespace } });
    }
    const certificates = store.get(configMaps.id, namespace, rootCertificates.name);
    if (certificates === undefined) {
      const metadata = { name: rootCertificates.name, namespace, annotations };
      this.#put(configMaps, { metadata, data: this.#data });
    } else if (!jsonEqual(certificates.data, this.#data)) {
      this.#put(configMaps, { ...certificates, data: this.#data }, certificates);
    }
    return {};
  }

  #put(resource: Resource, given: JsonObject & Pick<ApiObject, "metadata">, previous?: ApiObject): void {
    const { store, management, clock } = this.#world;
    const object: ApiObject = { kind: resource.kind, apiVersion: "v1", ...given };
    const stamps = { uid: randomUUID(), creationTimestamp: timestamp(clock.now()) };
    const stamped = previous === undefined ? withMetadata(object, stamps) : object;
    const target = { resource, version: storageVersion(resource), manager };
    store.put(resource.id, management.afterWrite(target, previous, stamped, stamped));
  }
}
