import type { ApiServer } from "@capstan/apiserver";
import { systemClock } from "@capstan/runtime";
import { ProviderCommand } from "../conformance/external/provider-command.ts";
import { ProgramError } from "../real/program-error.ts";

const readyWithinMs = 60_000;
const pollMs = 50;
/** The time from the watch of one kind to those of others. */
const otherWatchesMs = 500;

interface Parts {
  readonly server: ApiServer;
  readonly command: string;
  /** A resource (plural) that it watches once it runs. */
  readonly watches: string;
}

/** A manager in a separate process that can be killed and is then restarted, each time as a different user of the server. */
export class DisturbedProcess implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #ended: Promise<void>[] = [];
  #starts = 0;
  #command: ProviderCommand | undefined;
  #started: Promise<void> = Promise.resolve();
  #isReady = false;
  #isOver = false;
  #failure: Error | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The user of the living process. */
  get user(): string {
    return userOf(this.#starts);
  }

  /** Whether a user belongs to the living process or to a predecessor. */
  isUser(user: string): boolean {
    return user.startsWith(prefix);
  }

  /** Whether the living process watches its resource. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** @throws ProgramError it has ended by itself, or does not start; with its last lines. */
  mustRun(): void {
    if (this.#failure !== undefined) throw this.#failure;
    const { ending, output = [] } = this.#command ?? {};
    if (ending !== undefined && this.#isReady) throw this.#endedBy(ending, output);
  }

  /** Starts it, and resolves when it works. @throws ProgramError it ends, or does not watch its resource in time. */
  async start(): Promise<void> {
    this.#isReady = false;
    this.#starts += 1;
    const { server, command } = this.#parts;
    const { user } = this;
    const mark = server.requests.mark();
    const started = await ProviderCommand.start(command, server.kubeconfigFor(user, ["system:masters"]));
    if (this.#isOver || user !== this.user) {
      started.kill();
      await started[Symbol.asyncDispose]();
      return;
    }
    this.#command = started;
    await this.#untilWatching(started, mark);
    this.#isReady = started === this.#command;
  }

  /** Kills it, and starts another in its place. */
  crash(): void {
    const killed = this.#command;
    killed?.kill();
    this.#isReady = false;
    if (killed !== undefined) this.#ended.push(killed[Symbol.asyncDispose]());
    this.#started = this.start().catch((error: unknown) => {
      if (!this.#isOver) this.#failure = error instanceof Error ? error : new Error(String(error));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#command?.kill();
    await this.#started;
    await Promise.all([...this.#ended, this.#command?.[Symbol.asyncDispose]()]);
  }

  async #untilWatching(started: ProviderCommand, mark: number): Promise<void> {
    const { server, watches, command } = this.#parts;
    const { user } = this;
    const limitMs = systemClock.monotonic() + readyWithinMs;
    const isWatching = (): boolean =>
      server.requests
        .since(mark)
        .some((request) => request.user === user && request.verb === "watch" && request.resource === watches);
    while (!isWatching()) {
      const { ending, output } = started;
      if (this.#isOver || started !== this.#command) return;
      if (ending !== undefined) throw this.#endedBy(ending, output);
      if (systemClock.monotonic() > limitMs) {
        throw new ProgramError(
          `The manager does not watch ${watches} after ${readyWithinMs / 1_000} s: ${command}\n${output.join("\n")}`,
        );
      }
      await systemClock.sleep(pollMs);
    }
    await systemClock.sleep(otherWatchesMs);
  }

  #endedBy(ending: string, output: readonly string[]): ProgramError {
    return new ProgramError(`The manager exited (${ending}): ${this.#parts.command}\n${output.join("\n")}`);
  }
}

const prefix = "disturbed-manager-";

function userOf(start: number): string {
  return `${prefix}${start}`;
}
