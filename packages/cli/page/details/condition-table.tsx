import type { Details } from "../../src/page/protocol.ts";
import { ToneMark } from "../parts/icon.tsx";
import { Table } from "../parts/table.tsx";
import { Age } from "../parts/time.tsx";

/** The conditions of an object. */
export function ConditionTable({ conditions }: Pick<Details, "conditions">) {
  if (conditions.length === 0) return <p class="muted">It has no conditions.</p>;
  return (
    <Table columns={["Condition", "Status", "Since", "Reason and message"]}>
      {conditions.map(({ type, status, reason, message, since, tone }) => (
        <tr key={type}>
          <td>
            <ToneMark tone={tone} /> {type}
          </td>
          <td>{status}</td>
          <td>
            <Age time={since} />
          </td>
          <td class="wraps">
            {reason !== undefined && <strong>{reason}</strong>} {message}
          </td>
        </tr>
      ))}
    </Table>
  );
}
