import { jsonEqual, listAt, objectAt, textAt } from "@capstan/kube";
import { isKept, localApiService, ofDefinitions, withAvailability } from "../api-services/api-service.ts";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject, stamped } from "../object/api-object.ts";
import { apiServices, customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { type Resource, storageVersion } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

/** Maintains an APIService for each version that CRDs serve. */
export class ApiServiceController implements BackgroundController {
  readonly #world: Pick<World, "store" | "management" | "deleter" | "clock">;

  constructor(world: Pick<World, "store" | "management" | "deleter" | "clock">) {
    this.#world = world;
  }

  /** The APIServices that may need work. */
  restore(): readonly string[] {
    const own = this.#stored(apiServices)
      .filter(isKept)
      .map(({ metadata }) => metadata.name);
    return [...new Set([...own, ...this.#stored(customResourceDefinitions).flatMap(namesFor)])];
  }

  /** The names of APIServices that a change may affect. */
  onChange({ collection, object, previous }: Change): readonly string[] {
    if (collection === apiServices.id) return [object.metadata.name];
    if (collection === customResourceDefinitions.id) {
      return object.spec === previous?.spec ? namesFor(object) : [...namesFor(object), ...namesFor(previous)];
    }
    return [];
  }

  reconcile(name: string): Next {
    const current = this.#world.store.get(apiServices.id, "", name);
    const wanted = this.#wanted(name);
    if (current === undefined) {
      if (wanted !== undefined) this.#create(wanted);
    } else if (isKept(current) && wanted === undefined) this.#world.deleter.delete(apiServices, current);
    else if (isKept(current) && !jsonEqual(current.spec, wanted?.spec)) {
      this.#put(current, { ...current, spec: wanted?.spec });
    }
    return {};
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
    this.#put(undefined, withAvailability(stamped(wanted, time), time), wanted);
  }

  #put(previous: ApiObject | undefined, next: ApiObject, stated = next): void {
    const target = { resource: apiServices, version: storageVersion(apiServices), manager: "kube-apiserver" };
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
