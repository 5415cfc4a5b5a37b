import { expect, test } from "vitest";
import { EventStreamReader } from "../../../page/connection/event-stream.ts";

test("events are complete, regardless of how the stream is split", () => {
  const stream = 'data: {"a":1}\n\n: still there\n\ndata: first\ndata: second\n\n';
  for (let size = 1; size <= stream.length; size += 1) {
    const reader = new EventStreamReader();
    const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.slice(index * size, (index + 1) * size),
    );
    expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(['{"a":1}', "first\nsecond"]);
  }
});
