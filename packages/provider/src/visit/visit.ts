import type { ObjectKey } from "@capstan/contract";
import type { Logger, Manager } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";
import type { Reading } from "../reading/read-objects.ts";
import type { SecretStrings } from "../reporting/secret-strings.ts";

/** A reconcile of an object. */
export interface Visit<Owners> {
  readonly object: CachedObject;
  readonly owners: Owners;
  readonly manager: Manager;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Strings to redact from every condition, Event and error; code that reads a secret for author code adds it. */
  readonly secrets: SecretStrings;
  /** The Secrets that author code has read; code that reads a Secret for author code adds its key. */
  readonly secretsRead: ObjectKey[];
  /** Records the auxiliary objects that author code reads. */
  readonly reading: Reading;
}
