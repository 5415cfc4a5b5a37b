import { type ApiObject } from "../object/api-object.ts";

/** Checks of a write beyond the authorization of its request. */
export interface WriteChecks {
  /** @throws StatusError The user may not set this content; `previous` is undefined for a creation. */
  content?(object: ApiObject, previous: ApiObject | undefined): void;
  /** @throws StatusError The user may not create, in a request that creates a missing object. */
  creation?(): void;
}
