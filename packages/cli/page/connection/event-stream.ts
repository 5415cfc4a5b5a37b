/** Reads the `data` of Server-Sent Events from a stream that arrives in pieces. */
export class EventStreamReader {
  #rest = "";
  /** The unread part contains no end of an event before this position. */
  #searched = 0;

  /** @returns the data of each event that ends in this piece. */
  push(piece: string): string[] {
    this.#rest += piece;
    const found: string[] = [];
    let start = 0;
    for (;;) {
      const end = this.#rest.indexOf("\n\n", Math.max(start, this.#searched));
      if (end === -1) break;
      const data = dataOf(this.#rest.slice(start, end));
      if (data !== undefined) found.push(data);
      start = end + 2;
    }
    this.#rest = this.#rest.slice(start);
    this.#searched = Math.max(0, this.#rest.length - 1);
    return found;
  }
}

/** @returns undefined for comments, which only keep the stream open. */
function dataOf(event: string): string | undefined {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}
