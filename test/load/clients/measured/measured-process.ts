/**
 * The measured process: `measured-process.ts <adapter> <kubeconfig> <namespace>`. It reads commands and responds with lines of JSON, like
 * `../go/main.go`.
 */
import { readdirSync, readlinkSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Adapter } from "../adapters/adapter.ts";
import { KnownObjects } from "./known-objects.ts";
import type { Answer, Command, Memory } from "./protocol.ts";

const [adapterName = "", kubeconfig = "", namespace = ""] = process.argv.slice(2);
const { follow } = (await import(`../adapters/${adapterName}.ts`)) as { readonly follow: Adapter };

let expected = 0;
const known = new KnownObjects(() => {
  say({ event: "done", id: expected, atMs: Date.now(), cpuMs: cpuMs() });
});

function say(line: Answer): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
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

function memory(): Memory {
  const used = cpuMs();
  for (let times = 0; times < 3; times += 1) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const sockets = openSockets();
  return { event: "memory", cpuMs: used, cpuMsAfterwards: cpuMs(), heapBytes: heapUsed, rssBytes: rss, sockets };
}

let following: unknown;
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const command = JSON.parse(line) as Command;
    if (command.do === "expect") {
      expected = command.id;
      known.expect(command.view);
    } else if (command.do === "state") say(known.state());
    else if (command.do === "memory") say(memory());
    else following ??= follow({ kubeconfig, namespace, seen: known.seen, gone: known.gone });
  })
  .on("close", () => process.exit(0));
say({ event: "ready" });
