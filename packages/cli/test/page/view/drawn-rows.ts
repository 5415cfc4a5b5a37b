import type { Row } from "../../../src/page/protocol.ts";

/** A row with the fields that a test needs. */
export function row(kind: string, name: string, fields: Partial<Row> = {}): Row {
  return {
    id: `${kind}.x/default/${name}`,
    kind,
    name,
    namespace: "default",
    tone: "good",
    deleting: false,
    paused: false,
    ...fields,
  };
}

/** A row below its parent. */
export function below(parent: Row, kind: string, name: string, fields: Partial<Row> = {}): Row {
  return row(kind, name, { parent: parent.id, ...fields });
}
