import { jsonEqual, listAt, objectAt, textAt } from "@capstan/kube";
import {
  type Availability,
  isKept,
  localApiService,
  localAvailability,
  ofDefinitions,
  serviceOf,
  withAvailability,
} from "../api-services/api-service.ts";
import { concernsAvailability, remoteAvailability } from "../api-services/availability.ts";
import { type Aggregation } from "../aggregation/aggregation.ts";
import { type RemoteServer } from "../aggregation/remote-server.ts";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type Deleter } from "../deletion/deleter.ts";
import { type ApiObject } from "../object/api-object.ts";
import { stamped } from "../object/stamped.ts";
import { apiServices, customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

/** How often other servers are asked whether they are there. */
const againMs = 30_000;
const retryMs = 1_000;

/** Keeps an APIService for each version that definitions serve, and says of each APIService whether it is available. */
export class ApiServiceController {
  readonly #store: Store;
  readonly #management: FieldManagement;
  readonly #deleter: Deleter;
  readonly #clock: Clock;
  readonly #aggregation: Aggregation;

  constructor(options: {
    readonly aggregation: Aggregation;
    readonly store: Store;
    readonly management: FieldManagement;
    readonly deleter: Deleter;
    readonly clock: Clock;
  }) {
    this.#store = options.store;
    this.#management = options.management;
    this.#deleter = options.deleter;
    this.#clock = options.clock;
    this.#aggregation = options.aggregation;
  }

  /** Those that something may be left to do for. */
  restore(): string[] {
    const stored = this.#store.collection(apiServices.id).list();
    const own = stored
      .filter((one) => isKept(one) || serviceOf(one) !== undefined)
      .map(({ metadata }) => metadata.name);
    return [...new Set([...own, ...this.#store.collection(customResourceDefinitions.id).list().flatMap(namesFor)])];
  }

  /** The names of APIServices that a change may concern. */
  concernedBy({ collection, object, previous }: Change): readonly string[] {
    if (collection === apiServices.id) return [object.metadata.name];
    if (collection === customResourceDefinitions.id) {
      return object.spec === previous?.spec ? namesFor(object) : [...namesFor(object), ...namesFor(previous)];
    }
    if (!concernsAvailability(collection)) return [];
    const remote = this.#store
      .collection(apiServices.id)
      .list()
      .filter((one) => serviceOf(one) !== undefined);
    return remote.map(({ metadata }) => metadata.name);
  }

  /** @returns after how many milliseconds it is to be looked at again; undefined if that takes a change. */
  async reconcile(name: string): Promise<number | undefined> {
    const current = this.#store.get(apiServices.id, "", name);
    const wanted = this.#wanted(name);
    if (current === undefined) {
      if (wanted !== undefined) this.#create(wanted);
    } else if (isKept(current) && wanted === undefined) this.#deleter.delete(apiServices, current);
    else if (isKept(current) && !jsonEqual(current.spec, wanted?.spec)) {
      this.#put({}, current, { ...current, spec: wanted?.spec });
    } else {
      const isRemote = serviceOf(current) !== undefined;
      const server = isRemote ? this.#aggregation.serverOf(current) : undefined;
      if (server !== undefined) return this.#probe(current, server);
      this.#say(current, isRemote ? remoteAvailability(this.#store, current) : localAvailability);
    }
    return undefined;
  }

  async #probe(asked: ApiObject, server: RemoteServer): Promise<number> {
    const availability = await this.#aggregation.probe(asked, server);
    const current = this.#store.get(apiServices.id, "", asked.metadata.name);
    // What has become another meanwhile is looked at for that.
    if (current !== undefined && current.metadata.uid === asked.metadata.uid && current.spec === asked.spec) {
      this.#say(current, availability);
    }
    return availability.status === "True" ? againMs : retryMs;
  }

  #wanted(name: string): ApiObject | undefined {
    const at = name.indexOf(".");
    const [version, group] = [name.slice(0, at), name.slice(at + 1)];
    const definitions = this.#store.collection(customResourceDefinitions.id).list();
    const isServed = definitions.some((one) => textAt(one, "spec", "group") === group && namesFor(one).includes(name));
    return isServed ? localApiService({ group, version, ...ofDefinitions }, "true") : undefined;
  }

  #create(wanted: ApiObject): void {
    const time = timestamp(this.#clock.now());
    const conditions = withAvailability(wanted, localAvailability, time);
    this.#put({}, undefined, { ...stamped(wanted, time), status: { conditions } }, wanted);
  }

  #say(current: ApiObject, availability: Availability): void {
    const conditions = withAvailability(current, availability, timestamp(this.#clock.now()));
    if (conditions === undefined) return;
    this.#put({ subresource: "status" }, current, {
      ...current,
      status: { ...objectAt(current, "status"), conditions },
    });
  }

  #put(part: Pick<Target, "subresource">, previous: ApiObject | undefined, next: ApiObject, stated = next): void {
    const target = { resource: apiServices, version: storageVersion(apiServices), manager: "kube-apiserver", ...part };
    this.#store.put(apiServices.id, this.#management.afterWrite(target, previous, next, stated));
  }
}

/** The names of the APIServices of all versions that a definition serves. */
function namesFor(definition: ApiObject | undefined): string[] {
  const group = textAt(definition, "spec", "group") ?? "";
  return listAt(definition, "spec", "versions").flatMap((version) =>
    objectAt(version)?.served === true ? [`${textAt(version, "name") ?? ""}.${group}`] : [],
  );
}
