import { randomUUID } from "node:crypto";
import { jsonEqual, type JsonObject } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { rootCertificates } from "../object/root-certificates.ts";
import { configMaps, namespaces, serviceAccounts } from "../registry/built-in/built-ins.ts";
import { type Resource, storageVersion } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

const manager = "kube-controller-manager";
const account = "default";
const annotations = {
  "kubernetes.io/description":
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.",
};

/** Gives every namespace the ServiceAccount `default` and the certificates of the server, as kube-controller-manager does. */
export class NamespaceAccounts {
  readonly #store: Store;
  readonly #management: FieldManagement;
  readonly #clock: Clock;
  readonly #data: JsonObject;

  constructor(options: {
    readonly store: Store;
    readonly management: FieldManagement;
    readonly clock: Clock;
    /** PEM: what the server is verified by. */
    readonly certificates: string;
  }) {
    this.#store = options.store;
    this.#management = options.management;
    this.#clock = options.clock;
    this.#data = { [rootCertificates.key]: options.certificates };
  }

  /** The namespaces that there are already. */
  restore(): string[] {
    return this.#store
      .collection(namespaces.id)
      .list()
      .map(({ metadata }) => metadata.name);
  }

  /** The namespace that a change leaves without one of the two, if it may. */
  concernedBy({ collection, object: { metadata } }: Change): string | undefined {
    if (collection === namespaces.id) return metadata.name;
    const isOne =
      (collection === serviceAccounts.id && metadata.name === account) ||
      (collection === configMaps.id && metadata.name === rootCertificates.name);
    return isOne ? metadata.namespace : undefined;
  }

  reconcile(namespace: string): void {
    const found = this.#store.get(namespaces.id, "", namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    if (this.#store.get(serviceAccounts.id, namespace, account) === undefined) {
      this.#put(serviceAccounts, { metadata: { name: account, namespace } });
    }
    const certificates = this.#store.get(configMaps.id, namespace, rootCertificates.name);
    if (certificates === undefined) {
      const metadata = { name: rootCertificates.name, namespace, annotations };
      this.#put(configMaps, { metadata, data: this.#data });
    } else if (!jsonEqual(certificates.data, this.#data)) {
      this.#put(configMaps, { ...certificates, data: this.#data }, certificates);
    }
  }

  #put(resource: Resource, given: JsonObject & Pick<ApiObject, "metadata">, previous?: ApiObject): void {
    const object: ApiObject = { kind: resource.kind, apiVersion: "v1", ...given };
    const stamps = { uid: randomUUID(), creationTimestamp: timestamp(this.#clock.now()) };
    const stamped = previous === undefined ? withMetadata(object, stamps) : object;
    const target = { resource, version: storageVersion(resource), manager };
    this.#store.put(resource.id, this.#management.afterWrite(target, previous, stamped, stamped));
  }
}
