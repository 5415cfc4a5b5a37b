import type { ApiServer, PlannedRequest } from "@capstan/apiserver";
import type { KubernetesObject } from "@capstan/contract";

/** The objects of one server, of those resources whose first write was announced. */
export class WrittenObjects implements Disposable {
  readonly #server: ApiServer;
  readonly #onChange: () => void;
  readonly #objects = new Map<string, KubernetesObject>();
  readonly #ends = new Map<string, () => void>();
  /** The uids of the objects that existed before. */
  readonly #earlier = new Set<string>();

  /** @param onChange - called after each change. Default: nothing. */
  constructor(server: ApiServer, onChange: () => void = () => undefined) {
    this.#server = server;
    this.#onChange = onChange;
  }

  /** The objects that exist now. */
  get all(): readonly KubernetesObject[] {
    return [...this.#objects.values()];
  }

  /** The objects that exist now, without those that existed before the first write, such as the namespaces of a new cluster. */
  get added(): readonly KubernetesObject[] {
    return this.all.filter(({ metadata }) => !this.#earlier.has(metadata.uid ?? ""));
  }

  /** Follows a resource, before it is written. */
  follow({ group, resource: plural }: Pick<PlannedRequest, "group" | "resource">): void {
    const key = `${plural}.${group}`;
    if (this.#ends.has(key)) return;
    let isFollowing = false;
    const end = this.#server.follow({ group, plural }, ({ type, object }) => {
      const { uid = "", name } = (object as KubernetesObject).metadata;
      if (name === rootCertificates) return;
      if (!isFollowing) this.#earlier.add(uid);
      if (type === "DELETED") this.#objects.delete(uid);
      else this.#objects.set(uid, object);
      this.#onChange();
    });
    isFollowing = true;
    this.#ends.set(key, end);
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends.values()) end();
  }
}

/** The ConfigMap that a cluster creates in each namespace. */
const rootCertificates = "kube-root-ca.crt";
