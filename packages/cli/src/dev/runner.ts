/**
 * The process of a provider under `capstan dev`: loads the dependencies of every provider in advance, waits, and then becomes the provider.
 * A change therefore takes only as long as loading the author's own files, not Node and the SDK.
 *
 * `runner.ts <entry>`; the flags of the provider arrive as a message, and others follow (`provider-messages.ts`).
 */
import { channel } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { type DevLoss, devLossChannel } from "@capstan/provider";
import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import { observedError, followReconciles, type ObservedReconcile } from "../page/follow-reconciles.ts";
import type { FromProvider, ToProvider } from "./provider-messages.ts";
import { SlowCloud } from "./slow-cloud.ts";

/** Reconciles that end within this time are sent as one message. */
const togetherMs = 20;

/** Follows the reconciles of this process. A reconcile that threw is sent immediately, because it may be the last message. */
function sendReconciles(
  send: (reconciles: readonly ObservedReconcile[]) => void,
  clock: Clock = systemClock,
): Disposable {
  let pending: ObservedReconcile[] = [];
  let timer: Timer | undefined;
  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    send(pending);
    pending = [];
  };
  return followReconciles(clock, (reconcile) => {
    pending.push(reconcile);
    if (reconcile.error !== undefined) flush();
    else timer ??= clock.setTimer(togetherMs, flush);
  });
}

const [node = "", , entry = ""] = process.argv;

async function warmUp(): Promise<void> {
  try {
    await import(pathToFileURL(createRequire(entry).resolve("@capstan/provider")).href);
  } catch {
    // Loading the provider itself reports a missing file.
  }
}

function send(message: FromProvider): void {
  // The parent process may have ended; then this process ends, too.
  if (process.connected) process.send?.(message, () => undefined);
}

function begin(flags: readonly string[]): void {
  process.argv = [node, entry, ...flags];
  process.channel?.unref();
  sendReconciles((reconciles) => {
    send({ type: "reconciles", reconciles });
  });
  process.on("uncaughtExceptionMonitor", (error) => {
    send({ type: "threw", error: observedError(error) });
  });
  // Not awaited, so that an error ends the process with a stack that begins in the author's file.
  void import(pathToFileURL(entry).href);
}

const slowCloud = new SlowCloud(() => {
  send({ type: "slowed" });
});

function lose({ number, keys }: Extract<ToProvider, { type: "lose" }>): void {
  const loss: DevLoss = { keys, count: 0 };
  channel(devLossChannel).publish(loss);
  send({ type: "lost", number, count: loss.count });
}

// The parent process has ended.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
const flags = new Promise<readonly string[]>((resolve) => {
  process.on("message", (message: ToProvider) => {
    if (message.type === "begin") resolve(message.flags);
    else if (message.type === "slow-cloud") slowCloud.set(message);
    else lose(message);
  });
});
await warmUp();
begin(await flags);
