import { jsonEqual, listAt, objectAt, textAt } from "@capstan/kube";
import {
  type Availability,
  concernsAvailability,
  isKept,
  localApiService,
  localAvailability,
  ofDefinitions,
  remoteAvailability,
  serviceOf,
  withAvailability,
} from "../api-services/api-service.ts";
import { type Aggregation } from "../aggregation/aggregation.ts";
import { type RemoteServer } from "../aggregation/remote-server.ts";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject, stamped } from "../object/api-object.ts";
import { apiServices, customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { type Resource, storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

/** The interval of availability checks of other servers. */
const againMs = 30_000;
const retryMs = 1_000;

/** Maintains an APIService for each version that CRDs serve, and the availability of each APIService. */
export class ApiServiceController implements BackgroundController {
  readonly #world: Pick<World, "store" | "management" | "deleter" | "clock">;
  readonly #aggregation: Aggregation;

  constructor(world: Pick<World, "store" | "management" | "deleter" | "clock">, aggregation: Aggregation) {
    this.#world = world;
    this.#aggregation = aggregation;
  }

  /** The APIServices that may need work. */
  restore(): readonly string[] {
    const stored = this.#stored(apiServices);
    const own = stored
      .filter((one) => isKept(one) || serviceOf(one) !== undefined)
      .map(({ metadata }) => metadata.name);
    return [...new Set([...own, ...this.#stored(customResourceDefinitions).flatMap(namesFor)])];
  }

  /** The names of APIServices that a change may affect. */
  onChange({ collection, object, previous }: Change): readonly string[] {
    if (collection === apiServices.id) return [object.metadata.name];
    if (collection === customResourceDefinitions.id) {
      return object.spec === previous?.spec ? namesFor(object) : [...namesFor(object), ...namesFor(previous)];
    }
    if (!concernsAvailability(collection)) return [];
    const remote = this.#stored(apiServices).filter((one) => serviceOf(one) !== undefined);
    return remote.map(({ metadata }) => metadata.name);
  }

  async reconcile(name: string): Promise<Next> {
    const current = this.#world.store.get(apiServices.id, "", name);
    const wanted = this.#wanted(name);
    if (current === undefined) {
      if (wanted !== undefined) this.#create(wanted);
    } else if (isKept(current) && wanted === undefined) this.#world.deleter.delete(apiServices, current);
    else if (isKept(current) && !jsonEqual(current.spec, wanted?.spec)) {
      this.#put({}, current, { ...current, spec: wanted?.spec });
    } else {
      const isRemote = serviceOf(current) !== undefined;
      const server = isRemote ? this.#aggregation.serverOf(current) : undefined;
      if (server !== undefined) return this.#probe(current, server);
      this.#say(current, isRemote ? remoteAvailability(this.#world.store, current) : localAvailability);
    }
    return {};
  }

  async #probe(asked: ApiObject, server: RemoteServer): Promise<Next> {
    const availability = await this.#aggregation.probe(asked, server);
    const current = this.#world.store.get(apiServices.id, "", asked.metadata.name);
    // If the APIService has changed meanwhile, it is reconciled for that.
    if (current !== undefined && current.metadata.uid === asked.metadata.uid && current.spec === asked.spec) {
      this.#say(current, availability);
    }
    return { afterMs: availability.status === "True" ? againMs : retryMs };
  }

  #wanted(name: string): ApiObject | undefined {
    const at = name.indexOf(".");
    const [version, group] = [name.slice(0, at), name.slice(at + 1)];
    const definitions = this.#stored(customResourceDefinitions);
    const isServed = definitions.some((one) => textAt(one, "spec", "group") === group && namesFor(one).includes(name));
    return isServed ? localApiService({ group, version, ...ofDefinitions }) : undefined;
  }

  #create(wanted: ApiObject): void {
    const time = timestamp(this.#world.clock.now());
    const conditions = withAvailability(wanted, localAvailability, time);
    this.#put({}, undefined, { ...stamped(wanted, time), status: { conditions } }, wanted);
  }

  #say(current: ApiObject, availability: Availability): void {
    const conditions = withAvailability(current, availability, timestamp(this.#world.clock.now()));
    if (conditions === undefined) return;
    this.#put({ subresource: "status" }, current, {
      ...current,
      status: { ...objectAt(current, "status"), conditions },
    });
  }

  #put(part: Pick<Target, "subresource">, previous: ApiObject | undefined, next: ApiObject, stated = next): void {
    const target = { resource: apiServices, version: storageVersion(apiServices), manager: "kube-apiserver", ...part };
    const { store, management } = this.#world;
    store.put(apiServices.id, management.afterWrite(target, previous, next, stated));
  }

  #stored({ id }: Pick<Resource, "id">): readonly ApiObject[] {
    return this.#world.store.collection(id).list();
  }
}

/** The names of the APIServices for all versions that a CRD serves. */
function namesFor(definition: ApiObject | undefined): string[] {
  const group = textAt(definition, "spec", "group") ?? "";
  return listAt(definition, "spec", "versions").flatMap((version) =>
    objectAt(version)?.served === true ? [`${textAt(version, "name") ?? ""}.${group}`] : [],
  );
}
