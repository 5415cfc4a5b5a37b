import type { ObjectKey } from "@capstan/contract";
import type { Logger, Manager } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";
import type { SecretTexts } from "../reporting/secret-texts.ts";

/** One reconcile of one object. */
export interface Visit<Owners> {
  readonly object: CachedObject;
  readonly owners: Owners;
  readonly manager: Manager;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Texts that must reach no condition, Event or error; whoever reads a secret for author code adds it. */
  readonly secrets: SecretTexts;
  /** Which Secrets author code has read; whoever reads one for it adds its key. */
  readonly secretsRead: ObjectKey[];
}
