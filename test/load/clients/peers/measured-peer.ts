import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Answer, Command, Done, Memory, State, View } from "../measured/protocol.ts";

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The ways in which a peer can fail. */
export type Failure = "not in time" | "process ended";

/** A peer violated a precondition of the measurement. */
export class PeerFailure extends Error {
  readonly how: Failure;

  constructor(how: Failure) {
    super(`The measured process: ${how}`);
    this.how = how;
  }
}

const answerMs = 60_000;

/** A measured process, from the view of the bench. */
export class MeasuredPeer implements AsyncDisposable {
  readonly #child: Child;
  readonly #answers: Answer[] = [];
  #wake: () => void = () => undefined;
  #hasEnded = false;
  #expected = 0;

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

  /** @throws PeerFailure - it ended before it was ready. */
  static async of(child: Child): Promise<MeasuredPeer> {
    const peer = new MeasuredPeer(child);
    await peer.#answer("ready");
    return peer;
  }

  start(): void {
    this.#send({ do: "start" });
  }

  /** The expected state from this point; {@link done} waits for it. */
  expect(view: View): void {
    this.#expected += 1;
    this.#send({ do: "expect", id: this.#expected, view });
  }

  async done(timeoutMs: number): Promise<Done | Failure> {
    const id = this.#expected;
    return this.#next((answer) => answer.event === "done" && answer.id === id, timeoutMs);
  }

  /** @throws PeerFailure - it has ended. */
  state(): Promise<State> {
    this.#send({ do: "state" });
    return this.#answer("state");
  }

  /** @throws PeerFailure - it has ended. */
  memory(): Promise<Memory> {
    this.#send({ do: "memory" });
    return this.#answer("memory");
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

  async #answer<Event extends Answer["event"]>(event: Event): Promise<Extract<Answer, { event: Event }>> {
    const answer = await this.#next<Extract<Answer, { event: Event }>>((each) => each.event === event, answerMs);
    if (typeof answer === "string") throw new PeerFailure(answer);
    return answer;
  }

  async #next<T extends Answer>(isMeant: (answer: Answer) => boolean, timeoutMs: number): Promise<T | Failure> {
    const untilMs = Date.now() + timeoutMs;
    for (;;) {
      const index = this.#answers.findIndex(isMeant);
      if (index >= 0) return this.#answers.splice(index, 1)[0] as T;
      if (this.#hasEnded) return "process ended";
      const leftMs = untilMs - Date.now();
      if (leftMs <= 0) return "not in time";
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
