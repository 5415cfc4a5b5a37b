import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** The embedded server in a separate process. */
export class ServerProcess implements AsyncDisposable {
  readonly kubeconfig: string;
  readonly #process: ChildProcess;
  readonly #said: string[];

  private constructor(kubeconfig: string, process: ChildProcess, said: string[]) {
    this.kubeconfig = kubeconfig;
    this.#process = process;
    this.#said = said;
  }

  /** @throws Error it ends before it serves. */
  static async start(): Promise<ServerProcess> {
    const child = fork(path.join(import.meta.dirname, "serve.ts"), {
      execArgv: ["--conditions=source", "--expose-gc"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
    }
    const ready = await Promise.race([once(child, "message"), once(child, "exit")]);
    const { kubeconfig } = Object(ready[0]) as { kubeconfig?: string };
    if (kubeconfig === undefined) throw new Error(`The server has ended:\n${said.join("")}`);
    return new ServerProcess(kubeconfig, child, said);
  }

  /** The heap in MiB, after garbage collection. */
  async heap(): Promise<number> {
    this.#process.send("measure");
    const [{ heapBytes }] = (await once(this.#process, "message")) as [{ heapBytes: number }];
    return heapBytes / 2 ** 20;
  }

  /** Whether it has ended, which it must not do by itself. */
  hasEnded(): boolean {
    const { exitCode, signalCode } = this.#process;
    return exitCode !== null || signalCode !== null;
  }

  /** Its whole output. */
  get printed(): string {
    return this.#said.join("");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hasEnded()) return;
    const gone = once(this.#process, "exit");
    this.#process.disconnect();
    await gone;
  }
}
