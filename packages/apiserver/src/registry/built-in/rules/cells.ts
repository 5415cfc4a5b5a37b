import { type JsonObject, type LabelSelector, labelSelectorText, listAt, objectAt, textAt } from "@capstan/kube";
import { type PrinterColumn } from "../../columns/standard-columns.ts";
import { type ResourceRules } from "../../resource.ts";
import { valueAt } from "./field-errors.ts";

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

export type Cell = PrinterColumn["value"];
export type Cells = Readonly<Record<string, Cell>>;

/** The string, number or boolean at a path; `fallback` if it is missing. */
export function at(...path: readonly string[]): (fallback: unknown) => Cell {
  return (fallback) => (object) => {
    const value = valueAt(object, path);
    return value === undefined || value === null || value === "" ? fallback : value;
  };
}

/** The string at a path. */
export function text(...path: readonly string[]): Cell {
  return (object) => textAt(object, ...path) ?? "";
}

/** The number at a path. */
export function count(...path: readonly string[]): Cell {
  return at(...path)(0);
}

/** The length of the list at a path. */
export function size(...path: readonly string[]): Cell {
  return (object) => listAt(object, ...path).length;
}

export function selector(...path: readonly string[]): Cell {
  return (object) => selectorText(objectAt(object, ...path) ?? {}) || "<none>";
}

/** The labels at a path. */
export function labels(...path: readonly string[]): Cell {
  return (object) => labelsText(objectAt(object, ...path));
}

function labelsText(map: JsonObject | undefined): string {
  const pairs = Object.entries(map ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.sort().join(",") || "<none>";
}

function selectorText(own: LabelSelector): string {
  try {
    return labelSelectorText(own);
  } catch {
    return "<error>";
  }
}

/** The cells about the containers of a Pod or Pod template. */
export function containerCells(...podSpec: readonly string[]): Cells {
  const all =
    (field: string): Cell =>
    (object) =>
      listAt(object, ...podSpec, "containers")
        .map((container) => textAt(container, field) ?? "")
        .join(",");
  return { Containers: all("name"), Images: all("image") };
}

/** The first strings, and the number of further ones. */
export function shortened(strings: readonly string[], most: number): string {
  const shown = strings.slice(0, most).join(",");
  return strings.length > most ? `${shown} + ${strings.length - most} more...` : shown;
}

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

export function accessModes(...path: readonly string[]): Cell {
  return (object) => {
    const modes = listAt(object, ...path).map(String);
    return Object.entries(shortModes)
      .flatMap(([mode, short]) => (modes.includes(mode) ? [short] : []))
      .join(",");
  };
}
