import { type ServerResponse } from "node:http";
import { apiVersionOf } from "@capstan/kube";
import { after } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type EventFormat, type EventObject } from "./event-format.ts";
import { convertAtOnce, convertOnce, isConverted } from "../conversion/convert.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type ListOptions, listOptionsOf } from "../request/list-options.ts";
import { expired, StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { warn } from "../output/respond.ts";
import { breakOff, onceClosed } from "../output/once-closed.ts";
import { Delivery } from "./delivery.ts";
import { Outbox } from "./outbox.ts";
import { parseResourceVersion } from "../request/resource-version.ts";
import { type Selection, selectionOf } from "../request/selection.ts";
import { type Change } from "../store/change.ts";

const bookmarkEveryMs = 60_000;
/** How long before its end a watch sends its last bookmark. */
const lastBookmarkMs = 2_000;
const conversionRetryMs = 200;
const defaultTimeoutSeconds = 1800;
/** A client that falls behind by this much is disconnected; it resumes or lists again. */
const backlogLimit = 64 * 1024 * 1024;

/** How a watch shows an object: unchanged, as a table row or as metadata only. */
type Presentation = ((object: ApiObject) => EventObject) | undefined;

/** Streams changes to a response until the client disconnects, the timeout has passed or the server ends. */
export class WatchStream {
  /** How events are delivered to the client. */
  readonly delivery: Delivery;
  readonly #request: ResourceRequest;
  readonly #response: ServerResponse;
  readonly #store: Store;
  readonly #selection: Selection;
  readonly #options: ListOptions;
  readonly #present: Presentation;
  readonly #format: EventFormat;
  readonly #stops: (() => void)[] = [];
  /** Only changes after this version are sent. */
  #after = 0;
  #ended = false;
  /** Resolves when earlier events have been sent, and the size of those that wait. */
  #sent: Promise<void> = Promise.resolve();
  #pending = 0;

  constructor(options: {
    readonly request: ResourceRequest;
    readonly response: ServerResponse;
    readonly store: Store;
    readonly present: Presentation;
    readonly format: EventFormat;
  }) {
    this.#request = options.request;
    this.#response = options.response;
    this.delivery = new Delivery(new Outbox(options.response));
    this.#store = options.store;
    this.#present = options.present;
    this.#options = listOptionsOf(options.request);
    this.#format = options.format;
    this.#selection = selectionOf(options.request);
  }

  /** Sends the requested initial events, then follows the changes. */
  start(): void {
    const { resourceVersion: asked, sendInitialEvents: initialEvents = false } = this.#options;
    // A future version is not an error here: the watch begins when the server reaches it.
    const revision = parseResourceVersion(asked, (problem) => new StatusError(500, "", problem));
    this.#after = revision;
    warn(this.#response, this.#request.warnings);
    this.#response.writeHead(200, {
      "content-type": this.#format.contentType,
      "cache-control": "no-cache, private",
    });
    this.#response.flushHeaders();
    onceClosed(this.#response, () => {
      this.delivery.close();
      this.stop();
    });
    if (this.#ended) return;
    if (initialEvents || asked === "" || asked === "0") this.#sendState(initialEvents);
    else if (!this.#replay(revision)) return;
    this.#follow();
  }

  /** Ends the watch regularly, as at its timeout. */
  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stop of this.#stops) stop();
    this.delivery.end();
  }

  /** Ends the watch with the error Expired. */
  expire(): void {
    this.#write("ERROR", { ...expiredWatch(this.#after, this.#store.revision).status });
    this.stop();
  }

  /** Cuts the watch off, so that its client sees no regular end. */
  cut(): void {
    breakOff(this.#response);
  }

  #sendState(markEnd: boolean): void {
    const { resource, version } = this.#request;
    if (this.#options.sendInitialEvents === false) return;
    const state = this.#store.collection(resource.id).list(this.#selection.namespace);
    this.#inOrder(state, () => {
      for (const stored of state) {
        const object = convertAtOnce(resource, version, stored);
        if (this.#selection.matches(object)) this.#send("ADDED", object);
      }
    });
    if (markEnd && this.#options.allowWatchBookmarks) this.#bookmark({ "k8s.io/initial-events-end": "true" });
  }

  #replay(revision: number): boolean {
    const { history } = this.#store.collection(this.#request.resource.id);
    const changes = history.after(revision);
    if (changes === undefined) {
      const { status } = expiredWatch(revision, history.floor);
      this.#write("ERROR", { ...status });
      this.stop();
      return false;
    }
    for (const change of changes) this.#onChange(change);
    return true;
  }

  #follow(): void {
    const { resource } = this.#request;
    const { allowWatchBookmarks: bookmarks, timeoutSeconds } = this.#options;
    this.#stops.push(
      this.#store.collection(resource.id).watch((change) => {
        this.#onChange(change);
      }),
    );
    const seconds = timeoutSeconds === 0 ? defaultTimeoutSeconds * (1 + Math.random()) : timeoutSeconds;
    const endsInMs = Math.max(0, seconds) * 1000;
    this.#stops.push(
      after(endsInMs, () => {
        this.stop();
      }),
    );
    if (!bookmarks) return;
    this.#bookmarkLater();
    if (endsInMs > lastBookmarkMs) {
      this.#stops.push(
        after(endsInMs - lastBookmarkMs, () => {
          this.#bookmark();
        }),
      );
    }
  }

  #bookmarkLater(): void {
    this.#stops.push(
      after(bookmarkEveryMs, () => {
        this.#bookmark();
        this.#bookmarkLater();
      }),
    );
  }

  #onChange(change: Change): void {
    if (change.revision <= this.#after) return;
    const concerned = change.previous === undefined ? [change.object] : [change.object, change.previous];
    this.#inOrder(concerned, () => {
      this.#tell(change);
    });
  }

  /** Calls `send` once `objects` are converted and all earlier events are sent: conversion webhooks are retried until they answer. */
  #inOrder(objects: readonly ApiObject[], send: () => void): void {
    const { resource, version } = this.#request;
    if (this.#pending === 0 && objects.every((object) => isConverted(resource, version, object))) {
      send();
      return;
    }
    this.#pending += 1;
    this.#sent = this.#sent.then(async () => {
      for (const object of objects) await this.#untilConverted(object);
      this.#pending -= 1;
      if (!this.#ended) send();
    });
  }

  async #untilConverted(object: ApiObject): Promise<void> {
    const { resource, version } = this.#request;
    while (!this.#ended) {
      const isDone = await convertOnce(resource, version, object).then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await new Promise<void>((resolve) => after(conversionRetryMs, resolve));
    }
  }

  #tell(change: Change): void {
    const { resource, version } = this.#request;
    const selected = (stored: ApiObject | undefined): boolean =>
      stored !== undefined && this.#selection.matches(convertAtOnce(resource, version, stored));
    const now = change.type !== "DELETED" && selected(change.object);
    const before = selected(change.previous);
    const object = convertAtOnce(resource, version, change.object);
    if (now) this.#send(before ? "MODIFIED" : "ADDED", object);
    else if (before) this.#send("DELETED", change.type === "DELETED" ? object : this.#lastMatching(change));
  }

  /** An object that is no longer selected is shown in its last selected state, at the version of the change. */
  #lastMatching({ object, previous }: Change): ApiObject {
    const { resource, version } = this.#request;
    const last = convertAtOnce(resource, version, previous ?? object);
    const resourceVersion = object.metadata.resourceVersion ?? "";
    return { ...last, metadata: { ...last.metadata, resourceVersion } };
  }

  #send(type: string, object: ApiObject): void {
    this.#write(type, this.#present?.(object) ?? object);
  }

  #bookmark(annotations?: Record<string, string>): void {
    const { resource, version } = this.#request;
    const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
    const metadata = {
      resourceVersion: String(this.#store.revision),
      ...(annotations === undefined ? {} : { annotations }),
    };
    // Has no name, like no other object.
    const object = { kind: resource.kind, apiVersion, metadata } as ApiObject;
    this.#inOrder([], () => {
      this.#write("BOOKMARK", this.#present?.(object) ?? object);
    });
  }

  #write(type: string, object: EventObject): void {
    if (this.#ended) return;
    const event = this.#format.encode(type, object);
    if (isMark(type)) this.delivery.sendMark(event);
    else this.delivery.sendChange(event);
    if (this.delivery.length > backlogLimit) this.stop();
  }
}

/** Whether an event is about all earlier events. */
function isMark(type: string): boolean {
  return type === "BOOKMARK" || type === "ERROR";
}

function expiredWatch(asked: number, floor: number): StatusError {
  return expired(`too old resource version: ${asked} (${floor + 1})`);
}
