import { RealApiServer } from "@capstan/testkit";
import { childProcesses, type ProcessUsage, usageOf } from "../../machines/bench/process-usage.ts";
import { EmbeddedProcess } from "./embedded-process.ts";

/** A measured server, in separate processes. */
export interface Measured {
  readonly name: "embedded" | "real";
  readonly kubeconfig: string;
  /** Resident memory of all its processes. */
  rssMiB(): number;
  /** Processor time of all its processes so far. */
  cpuSeconds(): number;
}

/** Both servers, with RBAC authorization. */
export class Pair implements AsyncDisposable {
  readonly embedded: Measured;
  readonly real: Measured;
  readonly #closing: AsyncDisposableStack;

  private constructor(embedded: Measured, real: Measured, closing: AsyncDisposableStack) {
    this.embedded = embedded;
    this.real = real;
    this.#closing = closing;
  }

  static async start(): Promise<Pair> {
    await using closing = new AsyncDisposableStack();
    const embedded = closing.use(await EmbeddedProcess.start());
    const real = closing.use(await RealApiServer.start({ rbac: true }));
    const children = childProcesses();
    const ids = ["etcd", "kube-apiserver"].map((name) => children.get(name) ?? 0);
    return new Pair(
      measured("embedded", embedded.kubeconfig, [embedded.pid]),
      measured("real", real.kubeconfig, ids),
      closing.move(),
    );
  }

  /** Measures both servers in turns, so that other work on the machine affects both alike. */
  async inTurns(
    rounds: number,
    measure: (server: Measured, round: number) => Promise<number>,
  ): Promise<{ embedded: number[]; real: number[] }> {
    const found = { embedded: [] as number[], real: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? [this.embedded, this.real] : [this.real, this.embedded];
      for (const server of order) found[server.name].push(await measure(server, round));
    }
    return found;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#closing.disposeAsync();
  }
}

function measured(name: Measured["name"], kubeconfig: string, pids: readonly number[]): Measured {
  const sum = (of: (usage: ProcessUsage) => number): number => pids.reduce((total, pid) => total + of(usageOf(pid)), 0);
  return {
    name,
    kubeconfig,
    rssMiB: () => sum(({ rssMiB }) => rssMiB),
    cpuSeconds: () => sum((used) => used.cpuSeconds),
  };
}
