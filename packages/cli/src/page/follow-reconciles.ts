import { AsyncLocalStorage } from "node:async_hooks";
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { objectKeyText } from "@capstan/kube";
import {
  type AnsweredRequest,
  type Clock,
  diagnosticChannels,
  type StartedReconcile,
  type TracedReconcile,
  type TracedRequest,
} from "@capstan/runtime";
import { objectId } from "./object-id.ts";
import type { Reconcile, ReconcileRequest } from "./protocol.ts";

/** A thrown value, as far as it can be sent to another process. */
export interface ObservedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** A completed reconcile, in the process that ran it. */
export interface ObservedReconcile extends Omit<Reconcile, "number" | "own" | "error"> {
  readonly error?: ObservedError;
}

/** The most requests shown per reconcile: the first ones. */
const mostRequests = 100;

interface Running {
  readonly startedAt: number;
  readonly startedMs: number;
  readonly requests: ReconcileRequest[];
}

interface Sent {
  readonly of: Running;
  readonly startedMs: number;
}

/** Follows the reconciles of this process, with their requests and errors. */
export function followReconciles(
  clock: Pick<Clock, "now" | "monotonic">,
  onEnded: (reconcile: ObservedReconcile) => void,
): Disposable {
  const current = new AsyncLocalStorage<Running>();
  const running = new WeakMap<object, Running>();
  const sent = new WeakMap<object, Sent>();
  const started = channel(diagnosticChannels.reconcileStarted);
  started.bindStore(current, (message) => {
    const begun: Running = { startedAt: clock.now(), startedMs: clock.monotonic(), requests: [] };
    running.set(message as StartedReconcile, begun);
    return begun;
  });
  const onRequest = (message: unknown): void => {
    const of = current.getStore();
    if (of !== undefined) sent.set(message as TracedRequest, { of, startedMs: clock.monotonic() });
  };
  const onAnswer = (message: unknown): void => {
    const { request, answer } = message as AnsweredRequest;
    const begun = sent.get(request);
    if (begun === undefined || begun.of.requests.length >= mostRequests) return;
    begun.of.requests.push(requestOf(request, answer, clock.monotonic() - begun.startedMs));
  };
  const onReconciled = (message: unknown): void => {
    const ended = message as TracedReconcile;
    const begun = running.get(ended.reconcile);
    if (begun !== undefined && ended.outcome !== "stopped") onEnded(reconcileOf(ended, begun, clock.monotonic()));
  };
  const followed = [
    [diagnosticChannels.requestStarted, onRequest],
    [diagnosticChannels.requestEnded, onAnswer],
    [diagnosticChannels.reconcileEnded, onReconciled],
  ] as const;
  for (const [name, listener] of followed) subscribe(name, listener);
  return {
    [Symbol.dispose]: () => {
      started.unbindStore(current);
      for (const [name, listener] of followed) unsubscribe(name, listener);
    },
  };
}

function requestOf({ method, template, namespace, name }: TracedRequest, answer: number | string, ms: number) {
  return {
    what: `${method} ${template}`,
    answer: String(answer),
    ms: rounded(ms),
    ...(name === "" ? {} : { object: objectKeyText({ namespace, name }) }),
  };
}

function reconcileOf(ended: TracedReconcile, begun: Running, nowMs: number): ObservedReconcile {
  const { reconcile, outcome, requeueAfterMs, error } = ended;
  const { manager, controller, kind, group = "", namespace, name } = reconcile;
  return {
    manager,
    controller,
    outcome,
    at: new Date(begun.startedAt).toISOString(),
    ms: rounded(nowMs - begun.startedMs),
    requests: begun.requests,
    ...(kind === undefined ? {} : { object: objectId({ kind, group, namespace, name }) }),
    ...(requeueAfterMs === undefined ? {} : { requeueAfterMs }),
    ...("error" in ended ? { error: observedError(error) } : {}),
  };
}

/** Converts any thrown value. */
export function observedError(thrown: unknown): ObservedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown), stack: "" };
  const { name, message, stack = "", cause } = thrown;
  const below = cause instanceof Error ? `\nCaused by: ${cause.stack ?? cause.message}` : "";
  return { name, message, stack: `${stack}${below}` };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
