import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { apiVersionOf, ArgumentError, without } from "@capstan/kube";
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
  RequestOptions,
  Scope,
  WatchOptions,
  WriteOptions,
} from "./client.ts";
import { type Call, Caller, sendingOf } from "./caller.ts";
import type { ClientOptions } from "./client-options.ts";
import type { HttpTransport } from "./http-transport.ts";
import type { Patch } from "./patch.ts";
import { RequestReports } from "./request-reports.ts";
import { type RequestPath, resourcePath } from "./request-path.ts";
import { refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { watchPath } from "./watch-path.ts";
import { openWatch } from "./watch-stream.ts";
import type { WatchBatches, WatchEvent } from "./watch-event.ts";

const contentTypes: Readonly<Record<Patch["type"], string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is YAML.
  apply: "application/apply-patch+yaml",
};

/** The {@link Client} over HTTP. */
export class RestClient implements Client {
  readonly server: string;
  readonly userAgent: string;
  readonly #transport: HttpTransport;
  readonly #fieldManager: string;
  readonly #clock: Clock;
  readonly #reports: RequestReports;
  readonly #caller: Caller;
  readonly #limits: ResponseLimits | undefined;

  constructor(transport: HttpTransport, server: string, options: Omit<ClientOptions, "kubeconfig">) {
    const { userAgent, onRequest, limits, clock = systemClock, random = Math.random } = options;
    this.server = server;
    this.userAgent = userAgent;
    this.#transport = transport;
    this.#fieldManager = options.fieldManager ?? userAgent.replace(/\/.*$/, "");
    this.#clock = clock;
    this.#limits = limits;
    // Trace context and baggage must not reach a server that may be hostile.
    this.#reports = new RequestReports({ server, userAgent, clock, onRequest, propagates: limits === undefined });
    this.#caller = new Caller({ transport, userAgent, clock, random, reports: this.#reports, limits });
  }

  async get<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    options: RequestOptions = {},
  ): Promise<T> {
    const call = { method: "GET", path: resourcePath(kind, key), object: refOfKey(kind, key) };
    return (await this.#caller.json({ ...call, ...options })) as T;
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
      // Only an expired `continue` token is handled here: the server has compacted the version of the pages.
      if (resourceVersion === "" || !isExpired(error)) throw error;
      return this.list(kind, without(options, "limit"));
    }
    return { items, resourceVersion };
  }

  /**
   * {@link list}, page by page.
   *
   * @throws ResponseRefusedError - the list exceeds the limits for a server that may be hostile.
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
      const { text } = await this.#caller.send({
        method: "GET",
        path: resourcePath(kind, { namespace }, query),
        accept: acceptFor(options, "PartialObjectMetadataList"),
        object: refOfKey(kind, { namespace }),
        hasLongAnswer: true,
        retry,
        ...(signal === undefined ? {} : { signal }),
      });
      bytes += text.length;
      if (bytes > listBytes) throw refusedResponse(`has more than ${listBytes} bytes`);
      const answer = (this.#caller.read(text) ?? {}) as ListAnswer<T>;
      const items = answer.items ?? [];
      for (const item of items) {
        // Lists of built-in kinds omit both from their items.
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
    return (await this.#caller.json({
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
    return (await this.#caller.json({
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
    return (await this.#caller.json({
      method: "PATCH",
      path: resourcePath(kind, { ...key, subresource: options.subresource }, query),
      body: patch.body,
      contentType: contentTypes[patch.type],
      object: refOfKey(kind, key),
      ...sendingOf(options),
    })) as T;
  }

  async delete(kind: ResourceKind, key: ObjectKey, options: DeleteOptions = {}): Promise<DeleteResult> {
    const answer = (await this.#caller.json({
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
      const answer = (await this.#caller.json({
        method: "DELETE",
        path: resourcePath(kind, { namespace }, query),
        accept: acceptFor({ metadataOnly: true }, "PartialObjectMetadataList"),
        object: refOfKey(kind, { namespace }),
        hasLongAnswer: true,
        ...deletionOf(deletion),
      })) as ListAnswer<KubernetesObject> | null;
      page = answer?.metadata?.continue;
    } while (page !== undefined && page !== "");
  }

  async request(method: string, path: RequestPath, body?: unknown, options: RawRequestOptions = {}): Promise<unknown> {
    // Callers in JavaScript may pass anything.
    if (typeof path !== "object")
      throw new ArgumentError("Create the path of a request with requestPath or resourcePath");
    const call = { method, path, ...(body === undefined ? {} : { body }), ...options };
    if (options.accept === undefined || options.accept.includes("json")) return this.#caller.json(call);
    return (await this.#caller.send(call)).text;
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

/** A server's answer to a list. */
interface ListAnswer<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: T[] | null;
}
