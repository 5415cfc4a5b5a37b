import { type PrinterColumn } from "../../columns/printer-column.ts";
import { type ResourceRules } from "../../resource.ts";

/** The rules of a kind in addition to its tables. */
export interface KindRules extends ResourceRules {
  /** The cells of the tables' columns; columns without an entry are omitted. */
  readonly cells?: Readonly<Record<string, PrinterColumn["value"]>>;
  /** The warning for clients of a deprecated kind. */
  readonly deprecationWarning?: string;
  /** The version in which the real server encodes objects, if it is older than the preferred one: discovery has a hash of it. */
  readonly encodedIn?: string;
  /** The resource whose objects this one shows in another group. */
  readonly viewOf?: string;
}
