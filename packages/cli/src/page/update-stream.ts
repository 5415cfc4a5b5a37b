import type { ServerResponse } from "node:http";
import { constants, createGzip, type Gzip } from "node:zlib";
import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import type { Update } from "./protocol.ts";

/** A reader that is this far behind is disconnected: it reconnects for a snapshot, which is smaller. */
const mostBehindBytes = 16 * 1024 * 1024;

/** Shows each side that the other is alive. */
const pingMs = 10_000;

/** Server-Sent Events to one reader. */
export class UpdateStream {
  readonly #response: ServerResponse;
  readonly #gzip: Gzip | undefined;
  readonly #clock: Clock;
  #ping: Timer | undefined;
  #hasEnded = false;

  /** @param compressed - whether the reader accepts gzip. */
  constructor(response: ServerResponse, { compressed, clock = systemClock }: { compressed: boolean; clock?: Clock }) {
    this.#response = response;
    this.#clock = clock;
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      ...(compressed ? { "content-encoding": "gzip" } : {}),
    });
    if (compressed) {
      this.#gzip = createGzip({ level: constants.Z_BEST_SPEED });
      // For a reader that disconnected during compression.
      this.#gzip.on("error", () => undefined).pipe(response);
    }
    this.#pingLater();
  }

  send(update: Update): void {
    this.write(`data: ${JSON.stringify(update)}\n\n`);
  }

  /** Sends a message that several readers share. */
  write(text: string): void {
    if (this.#hasEnded) return;
    const behind = this.#response.writableLength + (this.#gzip?.writableLength ?? 0);
    if (behind > mostBehindBytes) {
      this.end();
      this.#response.destroy();
      return;
    }
    if (this.#gzip === undefined) this.#response.write(text);
    else {
      this.#gzip.write(text);
      this.#gzip.flush(constants.Z_SYNC_FLUSH);
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#ping?.cancel();
    this.#gzip?.destroy();
    this.#response.end();
  }

  #pingLater(): void {
    this.#ping = this.#clock.setTimer(pingMs, () => {
      this.write(": still there\n\n");
      this.#pingLater();
    });
  }
}
