import { type Store } from "../store/store.ts";
import { serviceOf } from "./api-service.ts";

const collection = "apiservices.apiregistration.k8s.io";

/** The versions of groups that other servers serve, by the names of their APIServices. */
export class RemoteVersions {
  readonly #store: Store;
  #at = -1;
  #names: ReadonlySet<string> = new Set();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether a path is below a version of a group that another server serves. */
  has(path: string): boolean {
    const names = this.#current();
    if (names.size === 0) return false;
    const [, group, version] = /^\/apis\/([^/]+)\/([^/]+)/.exec(path) ?? [];
    return names.has(`${version ?? ""}.${group ?? ""}`);
  }

  #current(): ReadonlySet<string> {
    const { lastChange } = this.#store.collection(collection);
    if (lastChange === this.#at) return this.#names;
    this.#at = lastChange;
    const remote = this.#store
      .collection(collection)
      .list()
      .filter((one) => serviceOf(one) !== undefined);
    this.#names = new Set(remote.map(({ metadata }) => metadata.name));
    return this.#names;
  }
}
