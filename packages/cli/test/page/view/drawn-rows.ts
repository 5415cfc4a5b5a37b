import type { Row } from "../../../src/page/protocol.ts";

/** A row with what a test is about. */
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

/** A row below another one. */
export function below(parent: Row, kind: string, name: string, fields: Partial<Row> = {}): Row {
  return row(kind, name, { parent: parent.id, ...fields });
}
