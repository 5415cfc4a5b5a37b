import { finished, pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { textAt } from "@capstan/kube";
import { archiveOf, firstFileOf } from "./archive.ts";
import { type ContainerSpec, createRequest } from "./container-spec.ts";
import type {
  ContainerFile,
  Engine,
  EngineContainer,
  EngineCapabilities,
  EngineNetwork,
  ExecResult,
} from "./engine.ts";
import { containerOf, exitCodeOf, infoOf, namesOf, networkOf } from "./engine-answers.ts";
import { type EngineConnection, enginePath } from "./engine-connection.ts";
import { EngineError, isEngineError } from "./engine-error.ts";
import { LineReader } from "./line-reader.ts";
import { OutputTail } from "./output-tail.ts";
import { refusal } from "./refusal.ts";

/** Time limit of a command in a container, in milliseconds. Long work runs detached. */
const execMs = 60_000;
/** Time limit of a pull or an import of an image, in milliseconds. */
const imageMs = 30 * 60_000;
/** How often, and at which interval in milliseconds, the exit code of an ended command is requested. */
const mostExitReads = 100;
const betweenExitReadsMs = 20;
/** How many lines of a container's output are read. */
const loggedLines = 5;
/** Time limit of a removal, in milliseconds: the engine kills the processes and removes their files. */
const removeMs = 120_000;

/** Docker, Podman, or another engine with the API of Docker. */
export class DockerEngine implements Engine {
  readonly #connect: (signal: AbortSignal) => Promise<EngineConnection>;

  /** @param connect - called for each request; it returns the same connection as long as that works. */
  constructor(connect: (signal: AbortSignal) => Promise<EngineConnection>) {
    this.#connect = connect;
  }

  async info(signal: AbortSignal): Promise<EngineCapabilities> {
    const connection = await this.#connect(signal);
    const isLocalSocket = connection.address.host.startsWith("unix://");
    const answer = await connection.json({ method: "GET", path: "/info", signal });
    return infoOf(answer, { isLocalSocket, platform: process.platform });
  }

  async findContainer(name: string, signal: AbortSignal): Promise<EngineContainer | undefined> {
    const answer = await this.#json({
      method: "GET",
      path: enginePath`/containers/${name}/json`,
      accepts: [404],
      signal,
    });
    // An engine also finds a container by the beginning of its id.
    const container = answer === undefined ? undefined : containerOf(answer);
    return container?.name === name ? container : undefined;
  }

  async listContainers(
    labels: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly EngineContainer[]> {
    const filters = { label: Object.entries(labels).map(([key, value]) => `${key}=${value}`) };
    const answer = await this.#json({ method: "GET", path: "/containers/json", query: { all: true, filters }, signal });
    const found = await Promise.all([...namesOf(answer)].sort().map((name) => this.findContainer(name, signal)));
    return found.filter((container) => container !== undefined);
  }

  async createContainer(name: string, spec: ContainerSpec, signal: AbortSignal): Promise<void> {
    const body = createRequest(spec);
    await this.#json({ method: "POST", path: "/containers/create", query: { name }, body, signal });
  }

  async startContainer(name: string, signal: AbortSignal): Promise<void> {
    await this.#json({ method: "POST", path: enginePath`/containers/${name}/start`, signal });
  }

  async removeContainer(name: string, signal: AbortSignal): Promise<void> {
    const path = enginePath`/containers/${name}`;
    // 409: another request removes it already.
    const accepts = [404, 409];
    await this.#json({ method: "DELETE", path, query: { force: true, v: true }, accepts, signal, timeoutMs: removeMs });
  }

  async readOutput(name: string, signal: AbortSignal): Promise<string> {
    const path = enginePath`/containers/${name}/logs`;
    const query = { stdout: true, stderr: true, tail: loggedLines };
    const connection = await this.#connect(signal);
    const stream = await connection.stream({ method: "GET", path, query, signal });
    if (stream === undefined) return "";
    const tail = new OutputTail();
    connection.demultiplex(stream, tail);
    await finished(stream, { writable: false });
    return tail.text;
  }

  async signalContainer(name: string, processSignal: string, signal: AbortSignal): Promise<void> {
    await this.#json({
      method: "POST",
      path: enginePath`/containers/${name}/kill`,
      query: { signal: processSignal },
      signal,
    });
  }

  async exec(name: string, argv: readonly string[], signal: AbortSignal): Promise<ExecResult> {
    const connection = await this.#connect(signal);
    const id = await this.#createExec(name, argv, { AttachStdout: true, AttachStderr: true }, signal);
    const path = enginePath`/exec/${id}/start`;
    const stream = await connection.stream({
      method: "POST",
      path,
      body: { Detach: false, Tty: false },
      signal,
      timeoutMs: execMs,
    });
    const tail = new OutputTail();
    if (stream !== undefined) {
      connection.demultiplex(stream, tail);
      await finished(stream, { writable: false }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new EngineError(
          "EngineUnresponsive",
          `The command ${argv[0]} in container ${name} did not end within ${execMs / 1_000} s`,
          { cause },
        );
      });
    }
    return { exitCode: await this.#exitCode(id, signal), output: tail.text };
  }

  async execDetached(name: string, argv: readonly string[], signal: AbortSignal): Promise<void> {
    const id = await this.#createExec(name, argv, {}, signal);
    await this.#json({
      method: "POST",
      path: enginePath`/exec/${id}/start`,
      body: { Detach: true, Tty: false },
      signal,
    });
  }

  async writeFiles(name: string, files: readonly ContainerFile[], signal: AbortSignal): Promise<void> {
    const archive = await archiveOf(files);
    const path = enginePath`/containers/${name}/archive`;
    await this.#json({ method: "PUT", path, query: { path: "/" }, archive, signal });
  }

  async readFile(name: string, file: string, signal: AbortSignal): Promise<string | undefined> {
    const connection = await this.#connect(signal);
    const path = enginePath`/containers/${name}/archive`;
    const stream = await connection.stream({ method: "GET", path, query: { path: file }, accepts: [404], signal });
    return stream === undefined ? undefined : firstFileOf(stream);
  }

  async findNetwork(name: string, signal: AbortSignal): Promise<EngineNetwork | undefined> {
    const answer = await this.#json({ method: "GET", path: enginePath`/networks/${name}`, accepts: [404], signal });
    const network = answer === undefined ? undefined : networkOf(answer);
    return network?.name === name ? network : undefined;
  }

  async createNetwork(name: string, labels: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    const body = { Name: name, CheckDuplicate: true, Driver: "bridge", Labels: labels };
    try {
      await this.#json({ method: "POST", path: "/networks/create", body, signal });
    } catch (error) {
      if (!isEngineError(error, "NetworkNameTaken")) throw error;
    }
  }

  async removeNetwork(name: string, signal: AbortSignal): Promise<void> {
    const path = enginePath`/networks/${name}`;
    await this.#json({ method: "DELETE", path, accepts: [404], signal, timeoutMs: removeMs });
  }

  async hasImage(image: string, signal: AbortSignal): Promise<boolean> {
    // A name has slashes, which this path of the API takes unencoded.
    const path = `/images/${image.split("/").map(encodeURIComponent).join("/")}/json`;
    return (await this.#json({ method: "GET", path, accepts: [404], signal })) !== undefined;
  }

  async pullImage(image: string, signal: AbortSignal): Promise<void> {
    const connection = await this.#connect(signal);
    const request = {
      method: "POST",
      path: "/images/create",
      query: { fromImage: image },
      timeoutMs: imageMs,
    } as const;
    const stream = await connection.stream({ ...request, signal });
    if (stream === undefined) return;
    for await (const line of new LineReader(stream)) {
      const problem = textAt(line, "error");
      if (problem !== undefined) throw pullFailure(image, problem);
    }
  }

  async loadImage(name: string, image: string, signal: AbortSignal): Promise<void> {
    const connection = await this.#connect(signal);
    const source = await connection.stream({
      method: "GET",
      path: "/images/get",
      query: { names: image },
      signal,
      timeoutMs: imageMs,
    });
    if (source === undefined) return;
    const argv = ["ctr", "--namespace=k8s.io", "images", "import", "-"];
    const attach = { AttachStdin: true, AttachStdout: true, AttachStderr: true };
    const id = await this.#createExec(name, argv, attach, signal);
    const request = { method: "POST", path: enginePath`/exec/${id}/start`, timeoutMs: imageMs } as const;
    const duplex = await connection.duplex({ ...request, body: { Detach: false, Tty: false }, signal });
    const tail = new OutputTail();
    connection.demultiplex(duplex, tail);
    await Promise.all([pipeline(source, duplex), finished(duplex, { writable: false })]);
    const exitCode = await this.#exitCode(id, signal);
    if (exitCode === 0) return;
    throw new EngineError(
      "EngineRefused",
      `Container ${name} cannot import the image ${image}: ctr ended with ${exitCode}: ${tail.text}`,
    );
  }

  /** The output of a command ends shortly before the engine knows its exit code. */
  async #exitCode(id: string, signal: AbortSignal): Promise<number> {
    for (let attempt = 0; attempt < mostExitReads; attempt += 1) {
      const answer = await this.#json({ method: "GET", path: enginePath`/exec/${id}/json`, signal });
      const exitCode = exitCodeOf(answer);
      if (exitCode !== undefined) return exitCode;
      await setTimeout(betweenExitReadsMs, undefined, { signal });
    }
    throw new EngineError("EngineUnresponsive", "The container engine does not report the exit code of a command");
  }

  async #createExec(name: string, argv: readonly string[], attach: object, signal: AbortSignal): Promise<string> {
    const path = enginePath`/containers/${name}/exec`;
    const answer = await this.#json({ method: "POST", path, body: { ...attach, User: "root", Cmd: argv }, signal });
    return textAt(answer, "Id") ?? "";
  }

  async #json(request: Parameters<EngineConnection["json"]>[0]): Promise<unknown> {
    const connection = await this.#connect(request.signal);
    return connection.json(request);
  }
}

function pullFailure(image: string, problem: string): EngineError {
  const { reason } = refusal("", { status: 500, message: problem });
  const sentence = `The image ${image} cannot be pulled: ${problem.slice(0, 512)}; check its name and the registry, or load it into the engine`;
  return new EngineError(reason === "EngineRefused" ? "ImagePullFailed" : reason, sentence);
}
