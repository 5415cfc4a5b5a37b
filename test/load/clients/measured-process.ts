/**
 * The process that is measured: `measured-process.ts <adapter> <kubeconfig> <namespace>`. It takes commands and answers in lines of
 * JSON, as `go/main.go` does.
 */
import { readdirSync, readlinkSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Adapter, SeenObject } from "./adapters/adapter.ts";
import type { Command } from "./protocol.ts";

const [adapterName = "", kubeconfig = "", namespace = ""] = process.argv.slice(2);
const { follow } = (await import(`./adapters/${adapterName}.ts`)) as { readonly follow: Adapter };

/** The last number seen of each object. */
const numbers = new Map<string, number>();
let wanted = { objects: Infinity, number: 0 };
let reached = 0;
let [calls, older, skipped] = [0, 0, 0];

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function done(): void {
  say({ event: "done", atMs: Date.now(), cpuMs: cpuMs(), calls, older, skipped });
  wanted = { objects: Infinity, number: 0 };
}

function seen({ metadata }: SeenObject): void {
  const name = metadata?.name ?? "";
  const number = Number(metadata?.annotations?.["bench/number"] ?? 0);
  const before = numbers.get(name) ?? -1;
  calls += 1;
  if (number < before) older += 1;
  if (before >= 0 && number > before + 1) skipped += number - before - 1;
  numbers.set(name, Math.max(number, before));
  if (before < wanted.number && number >= wanted.number) {
    reached += 1;
    if (reached >= wanted.objects) done();
  }
}

function expect(objects: number, number: number): void {
  wanted = { objects, number };
  [calls, older, skipped] = [0, 0, 0];
  reached = [...numbers.values()].filter((each) => each >= number).length;
  if (reached >= objects) done();
}

function openSockets(): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;
}

function memory(): object {
  // Before the collection that is made for the figures alone.
  const used = cpuMs();
  for (let times = 0; times < 3; times += 1) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { event: "memory", cpuMs: used, heapBytes: heapUsed, rssBytes: rss, sockets: openSockets() };
}

let following: unknown;
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const command = JSON.parse(line) as Command;
    if (command.do === "expect") expect(command.objects, command.number);
    else if (command.do === "memory") say(memory());
    else following ??= follow({ kubeconfig, namespace, seen });
  })
  .on("close", () => process.exit(0));
say({ event: "ready" });
