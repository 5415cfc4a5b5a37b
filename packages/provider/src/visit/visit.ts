import type { ObjectKey } from "@capstan/contract";
import type { Logger, Manager } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";
import type { Reading } from "../reading/read-objects.ts";
import type { SecretStrings } from "../reporting/secret-strings.ts";

/** One reconcile of one object. */
export interface Visit<Owners> {
  readonly object: CachedObject;
  readonly owners: Owners;
  readonly manager: Manager;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Strings that must reach no condition, Event or error; code that reads a secret for author code adds it. */
  readonly secrets: SecretStrings;
  /** Which Secrets author code has read; code that reads one for it adds its key. */
  readonly secretsRead: ObjectKey[];
  /** Where author code's reads of auxiliary objects are noted. */
  readonly reading: Reading;
}
