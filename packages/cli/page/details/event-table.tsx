import type { Details } from "../../src/page/protocol.ts";
import { ToneMark } from "../parts/icon.tsx";
import { Table } from "../parts/table.tsx";
import { Age } from "../parts/time.tsx";

/** The Events of an object. */
export function EventTable({ events }: Pick<Details, "events">) {
  if (events.length === 0) return <p class="muted">There are no Events.</p>;
  return (
    <Table columns={["Event", "Last", "Times", "From", "Message"]}>
      {events.map(({ type, reason, message, from, count, at }, index) => (
        <tr key={index}>
          <td>
            <ToneMark tone={type === "Warning" ? "bad" : "good"} /> {reason}
          </td>
          <td>
            <Age time={at} />
          </td>
          <td>{count}</td>
          <td>{from}</td>
          <td class="wraps">{message}</td>
        </tr>
      ))}
    </Table>
  );
}
