import { type ApiObject } from "../object/api-object.ts";

/** What a user may not write though the request as such is allowed. */
export interface WriteChecks {
  /** @throws StatusError The user may not give an object this content; `previous` is undefined for a creation. */
  content?(object: ApiObject, previous: ApiObject | undefined): void;
  /** @throws StatusError The user may not create, by a request that creates what is not there. */
  creation?(): void;
}
