import { type PrinterColumn, type Violation, violation } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { DefinedVersion } from "../definition/defined-version.ts";

/** A column of `kubectl get` that shows a field. */
export interface ColumnOption {
  /** The heading of the column. */
  readonly name: string;
  /** The path of the field: `spec.size`, `status.network.id`. Versions without the field do not have the column. */
  readonly path: string;
  /** Describes the column, for `kubectl explain` for example. Default: no description. */
  readonly description?: string;
  /** Whether to show the column only with `--output wide`. Default: false. */
  readonly wide?: boolean;
}

/** The columns of a version; their types come from its schema. */
export function columnsOf(columns: readonly ColumnOption[], version: DefinedVersion): PrinterColumn[] {
  return columns.flatMap(({ name, path, description, wide }) => {
    const type = columnType(fieldAt(version, path));
    if (type === undefined) return [];
    return {
      name,
      type,
      jsonPath: `.${path}`,
      ...(description === undefined ? {} : { description }),
      ...(wide === true ? { priority: 1 } : {}),
    };
  });
}

/** Columns that no version has a field for. */
export function columnViolations(columns: readonly ColumnOption[], versions: readonly DefinedVersion[]): Violation[] {
  return columns.flatMap(({ path }, index) => {
    if (versions.some((version) => columnType(fieldAt(version, path)) !== undefined)) return [];
    const expected = "the path of a scalar field in spec or status of a version";
    return [violation("columns", { path: `columns[${index}].path`, expected, actual: path })];
  });
}

function fieldAt({ schemas }: DefinedVersion, path: string): unknown {
  const [section, ...names] = path.split(".");
  if ((section !== "spec" && section !== "status") || names.length === 0) return undefined;
  return names.reduce<unknown>((schema, name) => fieldsOf(fieldsOf(schema).properties)[name], schemas[section]);
}

/** Undefined for a missing field, and for a field with several values. */
function columnType(schema: unknown): PrinterColumn["type"] | undefined {
  if (schema === undefined) return undefined;
  const { type = "string", format } = fieldsOf(schema);
  if (type === "string") return format === "date-time" ? "date" : "string";
  return type === "integer" || type === "number" || type === "boolean" ? type : undefined;
}
