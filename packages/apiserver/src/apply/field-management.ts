import { type Clock } from "../clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Target } from "../handlers/writer.ts";

/** Keeps `metadata.managedFields`: who set which fields. */
export class FieldManagement {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  afterWrite(_target: Target, _previous: ApiObject | undefined, next: ApiObject, _asked: ApiObject): ApiObject {
    void this.#clock;
    return next;
  }
}
