import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { apiVersionOf, isCapstanError, type ObjectRef, parseJson, stringifyJson, without } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { isExpired, type Status } from "../errors/api-error.ts";
import { refOfKey } from "../errors/object-ref.ts";
import type {
  Client,
  DeleteCollectionOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  ListResult,
  RawRequestOptions,
  ReadOptions,
  RequestOptions,
  Scope,
  WatchOptions,
  WriteOptions,
} from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import type { HttpResponse } from "./http-message.ts";
import type { HttpTransport } from "./http-transport.ts";
import type { ListAnswer } from "./list-answer.ts";
import type { Patch } from "./patch.ts";
import { type ReportedRequest, reportedRequest, RequestReports } from "./request-reports.ts";
import { resourcePath } from "./resource-path.ts";
import { readLimitedJson, refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { type Attempt, retryDelayMs } from "./retry-policy.ts";
import { errorFromResponse } from "./status-error.ts";
import { watchPath } from "./watch-path.ts";
import { openWatch } from "./watch-stream.ts";
import type { WatchBatches, WatchEvent } from "./watch-event.ts";

const contentTypes: Readonly<Record<Patch["type"], string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is YAML.
  apply: "application/apply-patch+yaml",
};

interface Call extends ReadOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly object?: ObjectRef;
}

/** The {@link Client} over HTTP. */
export class RestClient implements Client {
  readonly server: string;
  readonly userAgent: string;
  readonly #transport: HttpTransport;
  readonly #fieldManager: string;
  readonly #clock: Clock;
  readonly #reports: RequestReports;
  readonly #random: () => number;
  readonly #limits: ResponseLimits | undefined;

  constructor(transport: HttpTransport, server: string, options: Omit<ClientOptions, "kubeconfig">) {
    this.server = server;
    this.userAgent = options.userAgent;
    this.#transport = transport;
    this.#fieldManager = options.fieldManager ?? options.userAgent.replace(/\/.*$/, "");
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#limits = options.limits;
    this.#reports = new RequestReports({
      server,
      userAgent: options.userAgent,
      clock: this.#clock,
      onRequest: options.onRequest,
      // A server that may be hostile learns nothing of traces, nor of what travels with them.
      propagates: options.limits === undefined,
    });
  }

  async get<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    options: RequestOptions = {},
  ): Promise<T> {
    const call = { method: "GET", path: resourcePath(kind, key), object: refOfKey(kind, key) };
    return (await this.#json({ ...call, ...options })) as T;
  }

  async list<T extends KubernetesObject>(kind: ResourceKind<T>, options: ListOptions = {}): Promise<ListResult<T>> {
    const items: T[] = [];
    let resourceVersion = "";
    try {
      for await (const page of this.pages(kind, options)) {
        for (const item of page.items) items.push(item);
        ({ resourceVersion } = page);
      }
    } catch (error) {
      // The server has forgotten the version that the pages are of.
      if (resourceVersion === "" || !isExpired(error)) throw error;
      return this.list(kind, without(options, "limit"));
    }
    return { items, resourceVersion };
  }

  /**
   * {@link list}, a page at a time.
   *
   * @throws ResponseRefusedError - there are more than are read of a server that may be hostile.
   */
  async *pages<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    options: ListOptions = {},
  ): AsyncGenerator<ListResult<T>> {
    const { namespace, labelSelector, fieldSelector, limit, resourceVersion, retry = true, signal } = options;
    const { listBytes = Infinity, listPages = Infinity } = this.#limits ?? {};
    const apiVersion = apiVersionOf(kind);
    let page: string | undefined;
    let bytes = 0;
    for (let count = 1; ; count += 1) {
      if (count > listPages) throw refusedResponse(`has more than ${listPages} pages`);
      const query = {
        labelSelector,
        fieldSelector,
        limit,
        ...(page === undefined ? { resourceVersion } : { continue: page }),
      };
      const { text } = await this.#send({
        method: "GET",
        path: resourcePath(kind, { namespace }, query),
        accept: acceptFor(options, "PartialObjectMetadataList"),
        object: refOfKey(kind, { namespace }),
        retry,
        ...(signal === undefined ? {} : { signal }),
      });
      bytes += text.length;
      if (bytes > listBytes) throw refusedResponse(`has more than ${listBytes} bytes`);
      const answer = (this.#read(text) ?? {}) as ListAnswer<T>;
      const items = answer.items ?? [];
      for (const item of items) {
        // Lists of built-in kinds leave these out of the items.
        item.apiVersion = apiVersion;
        item.kind = kind.kind;
      }
      yield { items, resourceVersion: answer.metadata?.resourceVersion ?? "" };
      page = answer.metadata?.continue;
      if (page === undefined || page === "") return;
    }
  }

  async *watch<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>> {
    for await (const batch of this.watchBatches(kind, options)) yield* batch;
  }

  watchBatches<T extends KubernetesObject>(kind: ResourceKind<T>, options: WatchOptions = {}): WatchBatches<T> {
    return openWatch<T>({
      transport: this.#transport,
      clock: this.#clock,
      path: (longestSeconds) => watchPath(kind, options, longestSeconds),
      headers: { accept: acceptFor(options, "PartialObjectMetadata"), "user-agent": this.userAgent },
      object: refOfKey(kind, { namespace: options.namespace }),
      signal: options.signal,
      limits: this.#limits,
      onOpen: options.onOpen,
      omitManagedFields: options.omitManagedFields === true,
      sendsList: options.sendInitialEvents === true,
      onAnswer: (answeredPath, status, startedMs) => {
        this.#reports.watchAnswered(answeredPath, status, startedMs);
      },
    });
  }

  async create<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options: WriteOptions = {}): Promise<T> {
    const { namespace } = object.metadata;
    const path = resourcePath(kind, { namespace }, this.#writeQuery(options));
    return (await this.#json({
      method: "POST",
      path,
      body: object,
      object: refOfKey(kind, object.metadata),
      ...sendingOf(options),
    })) as T;
  }

  async replace<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options: WriteOptions = {}): Promise<T> {
    const { namespace, name } = object.metadata;
    const path = resourcePath(kind, { namespace, name, subresource: options.subresource }, this.#writeQuery(options));
    return (await this.#json({
      method: "PUT",
      path,
      body: object,
      object: refOfKey(kind, object.metadata),
      ...sendingOf(options),
    })) as T;
  }

  async patch<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    patch: Patch,
    options: WriteOptions = {},
  ): Promise<T> {
    const query = {
      ...this.#writeQuery(options),
      ...(patch.type === "apply" && patch.fieldManager !== undefined ? { fieldManager: patch.fieldManager } : {}),
      ...(patch.type === "apply" ? { force: patch.force } : {}),
    };
    return (await this.#json({
      method: "PATCH",
      path: resourcePath(kind, { ...key, subresource: options.subresource }, query),
      body: patch.body,
      contentType: contentTypes[patch.type],
      object: refOfKey(kind, key),
      ...sendingOf(options),
    })) as T;
  }

  async delete(kind: ResourceKind, key: ObjectKey, options: DeleteOptions = {}): Promise<DeleteResult> {
    const answer = (await this.#json({
      method: "DELETE",
      path: resourcePath(kind, key),
      object: refOfKey(kind, key),
      ...deletionOf(options),
    })) as (KubernetesObject & Pick<Status, "details">) | null;
    if (answer === null) return {};
    if (answer.kind !== "Status") return { object: answer };
    const deletedUid = answer.details?.uid;
    return deletedUid === undefined ? {} : { deletedUid };
  }

  async deleteCollection(kind: ResourceKind, options: DeleteCollectionOptions): Promise<void> {
    const { namespace, labelSelector, fieldSelector, limit = 500, ...deletion } = options;
    let page: string | undefined;
    do {
      const query = { labelSelector, fieldSelector, limit, continue: page };
      const answer = (await this.#json({
        method: "DELETE",
        path: resourcePath(kind, { namespace }, query),
        accept: acceptFor({ metadataOnly: true }, "PartialObjectMetadataList"),
        object: refOfKey(kind, { namespace }),
        ...deletionOf(deletion),
      })) as ListAnswer<KubernetesObject> | null;
      page = answer?.metadata?.continue;
    } while (page !== undefined && page !== "");
  }

  async request(method: string, path: string, body?: unknown, options: RawRequestOptions = {}): Promise<unknown> {
    const call = { method, path, ...(body === undefined ? {} : { body }), ...options };
    if (options.accept === undefined || options.accept.includes("json")) return this.#json(call);
    return (await this.#send(call)).text;
  }

  close(): Promise<void> {
    this.#transport.close();
    return Promise.resolve();
  }

  #writeQuery(options: WriteOptions): Record<string, string | undefined> {
    return {
      fieldManager: options.fieldManager ?? this.#fieldManager,
      dryRun: options.dryRun === true ? "All" : undefined,
    };
  }

  async #json(call: Call): Promise<unknown> {
    return this.#read((await this.#send(call)).text);
  }

  #read(text: string): unknown {
    if (text === "") return null;
    if (this.#limits !== undefined && /^\s*[[{]/.test(text)) return readLimitedJson(text, this.#limits.answerValues);
    try {
      return parseJson(text);
    } catch (error) {
      // Outside of resources some endpoints answer in plain text ("ok").
      if (!/^\s*[[{]/.test(text)) return text;
      throw error;
    }
  }

  async #send(call: Call): Promise<HttpResponse> {
    const request = reportedRequest(call.method, call.path);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(call, request, attempt);
      // No API server redirects a request, and credentials are for this one alone: a redirect is an error.
      if (!(outcome instanceof Error) && outcome.status < 300) return outcome;
      if (!(outcome instanceof Error) && outcome.status === 401 && attempt === 1) {
        await this.#transport.renewCredentials();
        continue;
      }
      const result: Attempt =
        outcome instanceof Error
          ? { kind: isCapstanError(outcome, "ConnectionFailed") ? "unreachable" : "given-up" }
          : { kind: "answered", ...outcome };
      const delayMs =
        call.retry === false ? undefined : retryDelayMs(request.target.verb, attempt, result, this.#random());
      if (delayMs === undefined) {
        throw outcome instanceof Error
          ? outcome
          : errorFromResponse(outcome.status, outcome.text, call.object, {
              retryAfter: outcome.retryAfter,
              messageCharacters: this.#limits?.messageCharacters,
            });
      }
      const ends = [call.signal, call.gate?.signal].filter((signal) => signal !== undefined);
      await this.#clock.sleep(delayMs, ends.length === 0 ? undefined : AbortSignal.any(ends));
    }
  }

  async #attempt(call: Call, request: ReportedRequest, attempt: number): Promise<HttpResponse | Error> {
    const report = this.#reports.begin(request, attempt);
    try {
      const response = await this.#transport.request({
        method: call.method,
        path: call.path,
        headers: {
          ...report.headers,
          accept: call.accept ?? "application/json",
          "user-agent": this.userAgent,
          ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
        },
        ...(call.body === undefined
          ? {}
          : { body: typeof call.body === "string" ? call.body : stringifyJson(call.body) }),
        ...sendingOf(call),
      });
      report.answered(response.status);
      return response;
    } catch (error) {
      report.failed(error);
      return error as Error;
    }
  }
}

function acceptFor(scope: Scope, partial: string): string {
  const json = "application/json";
  return scope.metadataOnly === true ? `${json};as=${partial};g=meta.k8s.io;v=v1,${json}` : json;
}

function deletionOf({ signal, gate, ...body }: DeleteOptions): Pick<Call, "body" | keyof RequestOptions> {
  return {
    ...(Object.keys(body).length === 0 ? {} : { body: { kind: "DeleteOptions", apiVersion: "v1", ...body } }),
    ...(signal === undefined ? {} : { signal }),
    ...(gate === undefined ? {} : { gate }),
  };
}

function sendingOf({ signal, gate }: RequestOptions): RequestOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(gate === undefined ? {} : { gate }) };
}
