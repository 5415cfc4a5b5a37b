import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { Wire } from "./conformance/target.ts";

const program = path.resolve(import.meta.dirname, "../src/main.ts");
const limitKiB = 160;

/** The server as its users start it, on a disk where files may have `limitKiB`. */
class LimitedServer {
  readonly kubeconfigFile: string;
  readonly process: ChildProcess;
  output = "";

  /** @param limit - of a file, in KiB. */
  constructor(directory: string, limit: number | "unlimited") {
    this.kubeconfigFile = path.join(directory, "kubeconfig");
    const command = `ulimit -S -f ${limit}; exec "$0" --conditions=source "$1" --data-dir "$2" --kubeconfig-out "$3"`;
    const values = [process.execPath, program, path.join(directory, "data"), this.kubeconfigFile];
    this.process = spawn("bash", ["-c", command, ...values], { stdio: ["ignore", "ignore", "pipe"] });
    this.process.stderr?.on("data", (bytes: Buffer) => (this.output += bytes.toString()));
  }

  async ready(): Promise<string> {
    while (!this.output.includes("Wrote a kubeconfig")) {
      if (this.process.exitCode !== null) throw new Error(this.output);
      await delay(20);
    }
    return readFileSync(this.kubeconfigFile, "utf8");
  }

  /** Takes the limit away, as someone who frees some space. */
  free(): void {
    execFileSync("prlimit", ["--pid", String(this.process.pid), "--fsize=unlimited:unlimited"]);
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }
}

const collection = "/api/v1/namespaces/default/configmaps";

async function namesOn(kubeconfig: string): Promise<string[]> {
  const { body } = await new Wire(kubeconfig).get(`${collection}?labelSelector=full`);
  return body.items.map(({ metadata }) => metadata.name).sort();
}

async function create(kubeconfig: string, name: string): Promise<boolean> {
  const metadata = { name, labels: { full: "" } };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { filling: "x".repeat(4_000) } };
  const { status } = await new Wire(kubeconfig).post(collection, object);
  return status === 201;
}

test("on a full disk nothing is acknowledged, shown or left over that is not kept, and the server goes on", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "full-disk-"));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  // given a server whose disk fills up
  const server = new LimitedServer(directory, limitKiB);
  closing.defer(() => server.kill());
  const kubeconfig = await server.ready();
  const acknowledged: string[] = [];
  let refused = 0;
  for (let index = 0; refused < 5; index += 1) {
    const name = `filling-${String(index).padStart(3, "0")}`;
    if (await create(kubeconfig, name)) acknowledged.push(name);
    else refused += 1;
  }
  // then it has what it has acknowledged, and no half a line
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(await namesOn(kubeconfig)).toEqual(acknowledged);
  const journal = path.join(directory, "data", "journal.jsonl");
  expect(statSync(journal).size).toBeLessThanOrEqual(limitKiB * 1_024);
  expect(readFileSync(journal, "utf8").endsWith("\n")).toBe(true);
  // and once there is space, it takes writes again
  server.free();
  expect(await create(kubeconfig, "freed")).toBe(true);
  await server.kill();
  // and a server that cannot start for want of space harms nothing
  rmSync(server.kubeconfigFile, { force: true });
  const kept = readFileSync(journal, "utf8");
  const refusedStart = new LimitedServer(directory, 8);
  closing.defer(() => refusedStart.kill());
  await expect(refusedStart.ready()).rejects.toThrow("EFBIG");
  expect(readFileSync(journal, "utf8")).toBe(kept);
  // and after a restart it has just what it had acknowledged, also if the last line is torn
  for (const name of ["after-1", "after-2"]) {
    appendFileSync(journal, '{"r":99999,"c":"configmaps.","o":{"apiVersion":"v1","meta');
    const next = new LimitedServer(directory, "unlimited");
    closing.defer(() => next.kill());
    const again = await next.ready();
    const before = [...acknowledged, "freed", ...(name === "after-2" ? ["after-1"] : [])].sort();
    expect(await namesOn(again)).toEqual(before);
    expect(await create(again, name)).toBe(true);
    await next.kill();
    rmSync(next.kubeconfigFile, { force: true });
  }
}, 60_000);
