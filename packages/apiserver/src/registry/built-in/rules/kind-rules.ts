import { type PrinterColumn } from "../../columns/printer-column.ts";
import { type ResourceRules } from "../../resource.ts";

/** What a kind does beyond its tables. */
export interface KindRules extends ResourceRules {
  /** The cells of the columns that the tables name; a column without an entry is left out. */
  readonly cells?: Readonly<Record<string, PrinterColumn["value"]>>;
  /** What clients of a kind that they should not use any more are warned of. */
  readonly deprecationWarning?: string;
  /** The version that the real server encodes objects in, if it is an older one than it prefers: discovery has a hash of it. */
  readonly encodedIn?: string;
  /** The resource whose objects are seen here under another group. */
  readonly viewOf?: string;
}
