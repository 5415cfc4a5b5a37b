import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** Prints the process's memory and loaded modules on request. */
const probe = `
  import { readFileSync } from "node:fs";
  process.once("SIGUSR2", () => {
    const [, rss] = /^VmRSS:\\s+(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    console.log(JSON.stringify({ rssMiB: Number(rss) / 1024, modules: process.moduleLoadList }));
  });
`;

test.runIf(process.platform === "linux")(
  "the built capstan-apiserver serves without any other package, and loads only required modules",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "bundled-program-"));
    const build = ["--config", path.join(root, "tsup.program.config.ts"), "--out-dir", folder, "--silent"];
    await run(path.join(root, "node_modules/.bin/tsup"), build, { cwd: path.join(root, "packages/apiserver") });
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(path.join(folder, "probe.js"), probe);
    const main = ["--import", path.join(folder, "probe.js"), path.join(folder, "main.js")];
    const child = spawn(process.execPath, main, {
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, "cache") },
    });
    onTestFinished(async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });

    const [line] = (await once(child.stderr, "data")) as [Buffer];
    expect(String(line)).toContain("Serving on https://127.0.0.1:");
    child.kill("SIGUSR2");
    const [answer] = (await once(child.stdout, "data")) as [Buffer];
    const { rssMiB, modules } = JSON.parse(String(answer)) as { rssMiB: number; modules: readonly string[] };

    // The modules of fetch, which a type import from node:http would load.
    expect(modules.filter((name) => name.includes("undici"))).toEqual([]);
    // About 80 with this probe; hundreds of separate modules took 107.
    expect(rssMiB).toBeLessThan(95);
    const licenses = readFileSync(path.join(folder, "program-licenses.txt"), "utf8");
    expect(licenses).toMatch(/^asn1js [\d.]+ \(BSD-3-Clause\)$/m);
    expect(licenses).toMatch(/^@bufbuild\/protobuf [\d.]+ [^]*Copyright 2008 Google Inc/m);
  },
);

describe.each([
  ["core-controllers", "capstan-core"],
  ["bootstrap-kubeadm", "capstan-bootstrap-kubeadm"],
  ["infrastructure-docker", "capstan-infrastructure-docker"],
  ["infrastructure-mock", "capstan-infrastructure-mock"],
])("the built program of %s", (of, name) => {
  test("runs without any other package, and lists the licenses of its bundled packages", async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "bundled-program-"));
    const build = ["--conditions=source", path.join(root, "build/programs/main.ts"), folder.path];
    await run(process.execPath, build, { cwd: path.join(root, "packages", of) });
    writeFileSync(path.join(folder.path, "package.json"), '{ "type": "module" }');

    const { stdout } = await run(process.execPath, ["main.js", "--help"], { cwd: folder.path });
    expect(stdout).toMatch(new RegExp(`^Usage: ${name} `));
    const licenses = readFileSync(path.join(folder.path, "program-licenses.txt"), "utf8");
    expect(licenses).toMatch(/^commander [\d.]+ \(MIT\)$/m);
    expect(licenses).toMatch(/^@kubernetes\/client-node [\d.]+ \(Apache-2.0\)$/m);
  });
});
