import { type ApiObject } from "../../object/api-object.ts";

/** One column of a Table. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description: string;
  readonly priority: number;
  /** The cell, at a time of the server's clock. */
  readonly value: (object: ApiObject, now: number) => unknown;
}
