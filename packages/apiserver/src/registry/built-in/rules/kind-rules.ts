import { type PrinterColumn } from "../../columns/printer-column.ts";
import { type ResourceRules } from "../../resource.ts";

/** What a kind does beyond its tables. */
export interface KindRules extends ResourceRules {
  /** The cells of the columns that the tables name; a column without an entry is left out. */
  readonly cells?: Readonly<Record<string, PrinterColumn["value"]>>;
  /** The resource whose objects are seen here under another group. */
  readonly viewOf?: string;
}
