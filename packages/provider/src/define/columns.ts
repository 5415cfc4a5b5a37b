import { type PrinterColumn, type Violation, violation } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { DefinedVersion } from "../definition/defined-version.ts";

/** A column of `kubectl get` that shows a field. */
export interface ColumnOption {
  /** The heading. */
  readonly name: string;
  /** The field: `spec.size`, `status.network.id`. A version that does not have it has no such column. */
  readonly path: string;
  /** What it shows, for `kubectl explain` and such. Default: none. */
  readonly description?: string;
  /** Only with `--output wide`. Default: always. */
  readonly wide?: boolean;
}

/** The columns that a version of a kind has; their types are those of its schema. */
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

/** Columns that no version could show. */
export function columnViolations(columns: readonly ColumnOption[], versions: readonly DefinedVersion[]): Violation[] {
  return columns.flatMap(({ path }, index) => {
    if (versions.some((version) => columnType(fieldAt(version, path)) !== undefined)) return [];
    const expected = "the path of a field with one value, in spec or status of a version";
    return [violation("columns", { path: `columns[${index}].path`, expected, actual: path })];
  });
}

function fieldAt({ schemas }: DefinedVersion, path: string): unknown {
  const [section, ...names] = path.split(".");
  if ((section !== "spec" && section !== "status") || names.length === 0) return undefined;
  return names.reduce<unknown>((schema, name) => fieldsOf(fieldsOf(schema).properties)[name], schemas[section]);
}

/** Undefined for a field that is not there, or that has several values. */
function columnType(schema: unknown): PrinterColumn["type"] | undefined {
  if (schema === undefined) return undefined;
  const { type = "string", format } = fieldsOf(schema);
  if (type === "string") return format === "date-time" ? "date" : "string";
  return type === "integer" || type === "number" || type === "boolean" ? type : undefined;
}
