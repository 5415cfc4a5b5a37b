import type { ComponentChildren } from "preact";

/** A column: its heading, and whether it has numbers. */
type Column = string | { readonly heading: string; readonly isNumber: true };

interface TableProps {
  readonly columns: readonly Column[];
  /** A class of the element, in addition to that of all tables. */
  readonly className?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table with a heading over each column. */
export function Table({ columns, className = "", children }: TableProps) {
  return (
    <table class={`table ${className}`}>
      <thead>
        <tr>
          {columns.map((column) => {
            const { heading, isNumber } = typeof column === "string" ? { heading: column, isNumber: false } : column;
            return (
              <th key={heading} scope="col" class={isNumber ? "number" : ""}>
                {heading}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
