import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Answer, Command, Done, Memory } from "./protocol.ts";

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** A measured process, as the bench speaks with it. */
export class MeasuredPeer implements AsyncDisposable {
  readonly #child: Child;
  readonly #answers: Answer[] = [];
  #wake: () => void = () => undefined;
  #hasEnded = false;

  private constructor(child: Child) {
    this.#child = child;
    child.stdin.on("error", () => undefined);
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith('{"')) return;
      this.#answers.push(JSON.parse(line) as Answer);
      this.#wake();
    });
    child.on("exit", () => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  /** @throws Error - it ended before it was ready. */
  static async of(child: Child): Promise<MeasuredPeer> {
    const peer = new MeasuredPeer(child);
    if ((await peer.#next("ready", 60_000)) === undefined) throw new Error("The measured process did not start.");
    return peer;
  }

  start(): void {
    this.#send({ do: "start" });
  }

  /** What is to be seen from now on; {@link done} waits for it. */
  expect(objects: number, number: number): void {
    this.#send({ do: "expect", objects, number });
  }

  /** @returns `undefined` if that did not happen in time. */
  done(timeoutMs: number): Promise<Done | undefined> {
    return this.#next("done", timeoutMs);
  }

  async memory(): Promise<Memory> {
    this.#send({ do: "memory" });
    const memory = await this.#next("memory", 60_000);
    if (memory === undefined) throw new Error("The measured process has ended.");
    return memory;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #send(command: Command): void {
    if (!this.#hasEnded) this.#child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  async #next<Event extends Answer["event"]>(
    event: Event,
    timeoutMs: number,
  ): Promise<Extract<Answer, { event: Event }> | undefined> {
    const untilMs = Date.now() + timeoutMs;
    for (;;) {
      const index = this.#answers.findIndex((answer) => answer.event === event);
      if (index >= 0) return this.#answers.splice(index, 1)[0] as Extract<Answer, { event: Event }>;
      const leftMs = untilMs - Date.now();
      if (this.#hasEnded || leftMs <= 0) return undefined;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
