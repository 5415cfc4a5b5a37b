import { existsSync } from "node:fs";
import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { cloudInitScript } from "../../src/boot/cloud-init/cloud-init-script.ts";
import { readCloudInitReport } from "../../src/boot/cloud-init/read-cloud-init-report.ts";

const script = "/var/lib/cloud/instance/scripts/runcmd";

/** The script in a folder of this machine, with a cloud-init that only exists. */
async function localCloudInit() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), "cloud-init-"));
  const at = (name: string) => path.join(folder.path, name);
  const text = cloudInitScript
    .replaceAll(/\/(run\/cloud-init|run\/cluster-api|var\/log)\b/g, `${folder.path}/$1`)
    .replace("command -v cloud-init", `command -v ${at("cloud-init")}`);
  const write = async (name: string, content: string, mode = 0o644) => {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), content, { mode });
  };
  await write("boot/cloud-init.sh", text);
  await write("cloud-init", "", 0o755);
  const run = (argument: string): Promise<{ exitCode: number; output: string }> =>
    new Promise((resolve) => {
      const child = execFile("sh", [at("boot/cloud-init.sh"), argument], (_error, output) => {
        resolve({ exitCode: child.exitCode ?? 0, output });
      });
    });
  return {
    at,
    write,
    run,
    report: async () => readCloudInitReport(await run("report")),
    /** What cloud-init writes at its end. */
    finish: async (errors: readonly string[] = []) => {
      await write("run/cloud-init/result.json", JSON.stringify({ v1: { errors } }, undefined, 1));
      await write("var/log/cloud-init-output.log", "hello\nbroken\nx.py[WARNING]: Failed to run module scripts-user\n");
      await write("var/log/cloud-init.log", `DEBUG\nCommand: ['${script}']\nExit code: 7\nReason: -\n`);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("the report of cloud-init", () => {
  test("follows a boot from an image without it to its end", async () => {
    await using boot = await localCloudInit();
    expect(await boot.report()).toEqual({ state: "ready" });
    await rm(boot.at("cloud-init"));
    expect(await boot.report()).toEqual({ state: "noCloudInit" });

    await boot.run("begin");
    expect(await boot.report()).toEqual({ state: "running", what: "cloud-init", seconds: 0 });
    const status = { v1: { stage: "init", init: { start: Date.now() / 1_000 - 100 } } };
    await boot.write("run/cloud-init/status.json", JSON.stringify(status));
    expect(await boot.report()).toMatchObject({ state: "running", what: "the stage init of cloud-init" });

    await boot.run("end");
    expect(await boot.report()).toMatchObject({ state: "running" });
    await boot.finish();
    await boot.write("run/cluster-api/bootstrap-success.complete", "");
    await boot.run("end");
    expect(await boot.report()).toMatchObject({ state: "ended", hasSentinel: true, failedModules: [] });
  });

  test("keeps the first result when the container is started again", async () => {
    await using boot = await localCloudInit();
    await boot.run("begin");
    await boot.finish(["('scripts-user', RuntimeError('Runparts: 1 failures (runcmd) in 1 attempted commands'))"]);
    await boot.run("end");
    const first = await boot.report();
    expect(first).toMatchObject({
      state: "ended",
      hasSentinel: false,
      failure: { what: `runcmd: ${script}`, exitCode: 7, output: "hello\nbroken" },
    });

    await rm(boot.at("run"), { recursive: true });
    await boot.run("begin");
    await boot.finish();
    await boot.run("end");
    expect(await boot.report()).toEqual(first);
  });

  test("is interrupted if the container ended before the result", async () => {
    await using boot = await localCloudInit();
    await boot.run("begin");
    await boot.run("begin");
    await boot.finish();
    await boot.run("end");
    expect(await boot.report()).toEqual({ state: "interrupted", what: "cloud-init" });
    expect(existsSync(boot.at("boot/result"))).toBe(true);
  });

  test("of a container without a seed is absent", async () => {
    await using boot = await localCloudInit();
    await rm(boot.at("boot/cloud-init.sh"));
    expect(await boot.report()).toEqual({ state: "absent" });
  });
});

describe("an error of cloud-init", () => {
  const report = (error: string, { exits = "", log = "" } = {}) =>
    readCloudInitReport({
      exitCode: 0,
      output: [
        "starts=1\nnow=1\nsentinel=missing\n== status\n== result",
        JSON.stringify({ v1: { errors: [error] } }),
        `== exits\n${exits}\n== output\n${log}`,
      ].join("\n"),
    });

  test.each([
    [
      `('bootcmd', ProcessExecutionError("Unexpected error while running command.\\nCommand: ['/bin/sh', '/run/tmp.sh']\\nExit code: 4\\nReason: -\\nStdout: -"))`,
      "out\n2026-11-29 09:58:04,784 - util.py[WARNING]: Failed to run bootcmd\nx[WARNING]: Running module bootcmd (<m>) failed",
      { what: "bootcmd: /bin/sh /run/tmp.sh", exitCode: 4, output: "out" },
    ],
    [`('users-groups', ValueError("unknown user"))`, "", { what: "users_groups", output: "unknown user" }],
    [
      "Can not apply stage final, no datasource found! token abcdef.0123456789abcdef",
      "",
      { what: "cloud-init", output: "Can not apply stage final, no datasource found! token [secret]" },
    ],
  ])("names the module and its command: %s", (error, log, failure) => {
    expect(report(error, { log })).toMatchObject({ state: "ended", failure });
  });

  test("has the exit code of a script in the words of older versions, too", () => {
    const error = "('scripts-user', RuntimeError('Runparts: 1 failures in 1 attempted commands',))";
    const exits =
      "2022-11-29 10:00:00,585 - util.py[WARNING]: Failed running /var/lib/cloud/instance/scripts/part-001 [9]";
    expect(report(error, { exits })).toMatchObject({
      failure: { what: "script: /var/lib/cloud/instance/scripts/part-001", exitCode: 9 },
    });
  });
});
