import { type Client, type Clock, delegatingClient } from "@capstan/runtime";

/**
 * The life of the process that a manager simulates. A killed process neither continues after an answer nor cleans up after an error: its
 * promises never settle.
 */
export class ProcessLife {
  readonly #end = Promise.withResolvers<undefined>();
  #isOver = false;

  /** Whether the process has been killed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when it has been killed. */
  get over(): Promise<void> {
    return this.#end.promise;
  }

  /** Kills it. */
  end(): void {
    this.#isOver = true;
    this.#end.resolve(undefined);
  }

  /** The result of `work`, unless the process is killed before. */
  during<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => {
          if (!this.#isOver) resolve(value);
        },
        (error: unknown) => {
          if (!this.#isOver) reject(error instanceof Error ? error : new Error(String(error), { cause: error }));
        },
      );
    });
  }
}

/** A client whose answers arrive while the process lives; after a kill it sends nothing more. */
export function clientOf(life: ProcessLife, client: Client): Client {
  const alive = <T>(send: () => Promise<T>): Promise<T> =>
    life.isOver ? new Promise<T>(() => undefined) : life.during(send());
  return {
    ...delegatingClient(client),
    get: (...given) => alive(() => client.get(...given)),
    list: (...given) => alive(() => client.list(...given)),
    create: (...given) => alive(() => client.create(...given)),
    replace: (...given) => alive(() => client.replace(...given)),
    patch: (...given) => alive(() => client.patch(...given)),
    delete: (...given) => alive(() => client.delete(...given)),
    deleteCollection: (...given) => alive(() => client.deleteCollection(...given)),
    request: (...given) => alive(() => client.request(...given)),
  };
}

/** A clock whose timers fire while the process lives. */
export function clockOf(life: ProcessLife, clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    setTimer: (delayMs, callback) =>
      clock.setTimer(delayMs, () => {
        if (!life.isOver) callback();
      }),
    sleep: (ms, signal) => life.during(clock.sleep(ms, signal)),
  };
}
