import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { serviceOf } from "./api-service.ts";

const collection = "apiservices.apiregistration.k8s.io";

/** The group versions that other servers serve, by the names of their APIServices. */
export class RemoteVersions {
  readonly #store: Store;
  #at = -1;
  #known: ReadonlyMap<string, ApiObject> = new Map();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The APIService for the group version of a path, if another server serves it. */
  find(path: string): ApiObject | undefined {
    const known = this.#current();
    if (known.size === 0) return undefined;
    const [, group, version] = /^\/apis\/([^/]+)\/([^/]+)/.exec(path) ?? [];
    return known.get(`${version ?? ""}.${group ?? ""}`);
  }

  #current(): ReadonlyMap<string, ApiObject> {
    const { lastChange } = this.#store.collection(collection);
    if (lastChange === this.#at) return this.#known;
    this.#at = lastChange;
    const remote = this.#store
      .collection(collection)
      .list()
      .filter((one) => serviceOf(one) !== undefined);
    this.#known = new Map(remote.map((one) => [one.metadata.name, one]));
    return this.#known;
  }
}
