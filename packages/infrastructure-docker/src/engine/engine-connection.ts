import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import process from "node:process";
import { isJsonObject, textAt } from "@capstan/kube";
import Modem from "docker-modem";
import type { EngineAddress } from "./engine-address.ts";
import { EngineError } from "./engine-error.ts";
import { refusal } from "./refusal.ts";

/** A request to the engine. */
export interface EngineRequest {
  readonly method: "DELETE" | "GET" | "HEAD" | "POST" | "PUT";
  /** Without query. Names are encoded by {@link enginePath}. */
  readonly path: string;
  /** Objects become JSON, as the API expects of filters. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  /** A tar archive, for PUT. */
  readonly archive?: Buffer;
  /** Unsuccessful statuses that the caller handles: the answer is then undefined. */
  readonly accepts?: readonly number[];
  readonly signal: AbortSignal;
  /** The time limit, in milliseconds. Default: 30 s. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 30_000;
const successes = [200, 201, 204, 304];

/** The path of a request, with encoded names. */
export function enginePath(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: parts }, ...names.map((name) => encodeURIComponent(name)));
}

/** The connection to one engine: sends requests, and turns failures into an {@link EngineError}. */
export class EngineConnection {
  readonly address: EngineAddress;
  readonly #modem: Modem;

  /** @throws EngineError the address is malformed. */
  constructor(address: EngineAddress) {
    this.address = address;
    this.#modem = new Modem(modemOptions(address));
  }

  /** Sends a request. @returns the JSON of the answer, or undefined for a status in `accepts`. */
  async json(request: EngineRequest): Promise<unknown> {
    return this.#dial(request, {});
  }

  /** Sends a request whose answer is read as it arrives. The time limit includes the reading. */
  async stream(request: EngineRequest): Promise<IncomingMessage | undefined> {
    return (await this.#dial(request, { isStream: true })) as IncomingMessage | undefined;
  }

  /** Sends a request, after which both sides send bytes. */
  async duplex(request: EngineRequest): Promise<Duplex> {
    return (await this.#dial(request, { isStream: true, hijack: true, openStdin: true })) as Duplex;
  }

  /** Separates the frames of a command's output, in the order of arrival. */
  demultiplex(stream: IncomingMessage | Duplex, output: NodeJS.WritableStream): void {
    this.#modem.demuxStream(stream, output, output);
  }

  async #dial(
    request: EngineRequest,
    kind: Pick<Modem.DialOptions, "hijack" | "isStream" | "openStdin">,
  ): Promise<unknown> {
    const { method, path, query = {}, body = {}, archive, accepts = [], signal, timeoutMs = usualTimeoutMs } = request;
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const statuses = [...successes, ...(kind.hijack === true ? [101] : [])];
    const options: Modem.DialOptions = {
      ...kind,
      method,
      // With a question mark the library adds the query; without options it would cut the last character.
      path: `${path}?`,
      options: { _query: query, _body: body },
      statusCodes: Object.fromEntries(statuses.map((status) => [status, true])),
      abortSignal: AbortSignal.any([signal, timeout]),
      ...(archive === undefined ? {} : { file: archive }),
    };
    return new Promise((resolve, reject) => {
      this.#modem.dial(options, (error: unknown, answer) => {
        if (error === null || error === undefined) resolve(answer);
        else if (accepts.includes(statusOf(error) ?? 0)) resolve(undefined);
        else if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
        else reject(timeout.aborted ? this.#unresponsive(request, timeoutMs) : this.#failure(request, error));
      });
    });
  }

  #unresponsive({ method, path }: EngineRequest, timeoutMs: number): EngineError {
    return new EngineError(
      "EngineUnresponsive",
      `The container engine at ${this.address.host} has not answered ${method} ${path} within ${timeoutMs / 1_000} s; check whether it hangs`,
    );
  }

  #failure({ method, path }: EngineRequest, error: unknown): EngineError {
    const status = statusOf(error);
    if (status === undefined) return connectionError(this.address, error);
    const { json } = error as { readonly json?: unknown };
    const message = textAt(json, "message") ?? (typeof json === "string" ? json : "");
    return refusal(`${method} ${path}`, { status, message });
  }
}

/** The status of an unsuccessful response, which the library adds to its error. */
function statusOf(error: unknown): number | undefined {
  const status = isJsonObject(error) ? error.statusCode : undefined;
  return typeof status === "number" ? status : undefined;
}

function connectionError({ host, from }: EngineAddress, cause: unknown): EngineError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "EACCES" || code === "EPERM") {
    return new EngineError(
      "EngineAccessDenied",
      `This user may not use the container engine at ${host} (${from}); add the user to the group that owns the socket, or run a rootless engine`,
      { cause },
    );
  }
  const detail = code === "" ? "the connection failed" : code;
  return new EngineError(
    "EngineUnavailable",
    `No container engine answers at ${host} (${from}): ${detail}; start Docker or Podman, or set DOCKER_HOST`,
    { cause },
  );
}

function modemOptions({ host, from, tls = {} }: EngineAddress): Modem.ConstructorOptions {
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/(.*)$/.exec(host.includes("://") ? host : `tcp://${host}`) ?? [];
  // Explicit for all, because the library fills in omitted ones from the environment.
  const unset = { host: undefined, port: undefined, socketPath: undefined, username: undefined, protocol: undefined };
  if (scheme === "unix" || scheme === "npipe") return { ...unset, protocol: "http", socketPath: rest };
  if (!["tcp", "http", "https", "ssh"].includes(scheme) || !URL.canParse(`http://${rest}`)) {
    throw new EngineError(
      "EngineNotFound",
      `The address of the container engine, ${host} (${from}), is not unix://, npipe://, tcp:// or ssh://; correct it`,
    );
  }
  const { hostname, port, username } = new URL(`http://${rest}`);
  if (scheme === "ssh") {
    const agent = process.env.SSH_AUTH_SOCK;
    const sshOptions = agent === undefined ? {} : { agent };
    return { ...unset, protocol: "ssh", host: hostname, port: port || 22, username, sshOptions };
  }
  const isTls = scheme === "https" || Object.keys(tls).length > 0;
  return { ...unset, ...tls, protocol: isTls ? "https" : "http", host: hostname, port: port || (isTls ? 2376 : 2375) };
}
