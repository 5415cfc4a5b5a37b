import type { Details } from "../../src/page/protocol.ts";
import { ToneMark } from "../parts/icon.tsx";
import { Age } from "../parts/time.tsx";

/** The Events of an object. */
export function EventTable({ events }: Pick<Details, "events">) {
  if (events.length === 0) return <p class="muted">There are no Events.</p>;
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Last</th>
          <th scope="col">Times</th>
          <th scope="col">From</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  );
}
