import { type Admission } from "../admission/admission.ts";
import { type Deleter } from "../deletion/deleter.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";
import { type Writer } from "../writer/writer.ts";

/** The context of write requests. */
export interface WriteContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly deleter: Deleter;
  readonly admission: Admission;
  readonly management: FieldManagement;
}
