import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BootPlan, BootStep, CommandStep } from "@capstan/bootstrap-data";
import { describe, expect, test } from "vitest";
import { localMachine } from "./local-machine.ts";

const origin = { module: "runcmd", at: "runcmd[0]", onFailure: "continue", frequency: "once" } as const;

function command(script: string, more: Partial<CommandStep> = {}): CommandStep {
  return { ...origin, kind: "command", argv: ["sh", "-c", script], sensitive: false, ...more };
}

function plan(...steps: readonly BootStep[]): BootPlan {
  return { format: "cloud-config", steps, ignored: [] };
}

describe("a boot", () => {
  test("writes files with their modes, and runs commands with their input, in order", async () => {
    await using machine = await localMachine(plan());
    const target = path.join(machine.folder, "etc/it's a file");
    const file = { path: target, content: Buffer.from([0, 255, 10]), mode: 0o640, append: false };
    const first = { ...origin, kind: "file", file } as const;
    const more = { ...first, file: { ...file, content: Buffer.from("more"), append: true } };
    await using written = await localMachine(
      plan(first, more, command(`cat >${machine.folder}/copy`, { stdin: Buffer.from("from 'stdin'") })),
    );

    await written.run();

    expect(await machine.textOf("copy")).toBe("from 'stdin'");
    expect(Buffer.from([0, 255, 10, ...Buffer.from("more")]).equals(await readFile(target))).toBe(true);
    expect((await stat(target)).mode & 0o777).toBe(0o640);
    expect(await written.report()).toMatchObject({ state: "ended", hasSentinel: false });
  });

  test("runs each step once, whatever starts the runner again", async () => {
    await using marks = await localMachine(plan());
    const count = `echo ran >>${marks.folder}/count`;
    await using machine = await localMachine(plan(command(count)));
    expect(await machine.report()).toEqual({ state: "ready" });

    await Promise.all([machine.run(), machine.run(), machine.run()]);
    await machine.restart();
    expect(await machine.report()).toMatchObject({ state: "ended", runsAgain: true });
    await machine.run();

    expect(await marks.textOf("count")).toBe("ran\n");
    expect(await machine.report()).toMatchObject({ state: "ended", runsAgain: false });
  });

  test("runs the steps of every boot after each start", async () => {
    await using marks = await localMachine(plan());
    const count = command(`echo ran >>${marks.folder}/count`, { frequency: "everyBoot" });
    await using machine = await localMachine(plan(count));
    await machine.run();
    await machine.restart();
    await machine.run();
    expect(await marks.textOf("count")).toBe("ran\nran\n");
  });

  test("continues after a restart between two steps", async () => {
    await using marks = await localMachine(plan());
    const log = (word: string) => command(`echo ${word} >>${marks.folder}/log`);
    await using machine = await localMachine(plan(log("first"), log("second")));
    // given that the container ended after the first step
    await machine.run();
    await machine.restart();
    for (const file of ["done/0001", "begun/0001", "result"]) await removeIn(machine.boot, file);
    await writeFile(path.join(machine.boot, "steps/0001.sh"), `echo second >>${marks.folder}/log`);

    expect(await machine.report()).toEqual({ state: "ready" });
    await machine.run();
    expect(await marks.textOf("log")).toBe("first\nsecond\nsecond\n");
  });

  test("does not repeat a step that was interrupted", async () => {
    await using marks = await localMachine(plan());
    const dies = command(`echo ran >>${marks.folder}/count; kill -9 $(ps -o ppid= -p $$ | tr -d ' ')`);
    await using machine = await localMachine(plan(dies, command("true")));
    await machine.run();
    await machine.restart();

    expect(await machine.report()).toMatchObject({ state: "interrupted" });
    await machine.run();

    expect(await marks.textOf("count")).toBe("ran\n");
    expect(await machine.report()).toMatchObject({ state: "interrupted" });
  });

  test("reports the first step that failed, with its exit code and the end of its output", async () => {
    const lines = "i=0; while [ $i -lt 40 ]; do echo line $i; i=$((i+1)); done; echo bad >&2; exit 7";
    await using machine = await localMachine(plan(command(lines), command("exit 9")));
    await machine.run();
    const report = await machine.report();
    expect(report).toMatchObject({ state: "ended", failure: { exitCode: 7 } });
    const { failure } = report as { failure: { output: string } };
    expect(failure.output.split("\n").slice(-2)).toEqual(["line 39", "bad"]);
    expect(failure.output.split("\n")).toHaveLength(10);
  });

  test.each([
    ["continue", "second\nthird\n"],
    ["skipModule", "third\n"],
    ["stop", ""],
  ] as const)("after a failure does what the step says: %s", async (onFailure, expected) => {
    await using marks = await localMachine(plan());
    const log = (word: string) => `echo ${word} >>${marks.folder}/log`;
    await using machine = await localMachine(
      plan(command("exit 1", { onFailure }), command(log("second")), command(log("third"), { module: "scripts_user" })),
    );
    await writeFile(path.join(marks.folder, "log"), "");
    await machine.run();
    expect(await marks.textOf("log")).toBe(expected);
  });

  test("leaves none of its data behind", async () => {
    await using machine = await localMachine(plan(command("true", { stdin: Buffer.from("s3cret") })));
    await machine.run();
    expect(await readdir(path.join(machine.boot, "steps"))).toEqual(["0000.what"]);
    expect(existsSync(path.join(machine.boot, "user-data"))).toBe(false);
  });

  test("of a container without a plan is absent", async () => {
    await using machine = await localMachine(plan());
    await removeIn(machine.boot, "complete");
    expect(await machine.report()).toEqual({ state: "absent" });
    await removeIn(machine.boot, "report.sh");
    expect(await machine.report()).toEqual({ state: "absent" });
  });
});

test("a step is described without its secrets", async () => {
  const join = "kubeadm join 10.0.0.1:6443 --token abcdef.0123456789abcdef --discovery-token-ca-cert-hash sha256:aa";
  const hash = command("usermod -p '$6$abc$defghijklmnop' root", { sensitive: true });
  await using machine = await localMachine(plan(command(`${join}; exit 1`), hash));
  await machine.run();
  const report = JSON.stringify(await machine.report());
  expect(report).toContain("kubeadm join 10.0.0.1:6443");
  expect(report).not.toContain("0123456789abcdef");
});

async function removeIn(folder: string, file: string): Promise<void> {
  await rm(path.join(folder, file), { force: true });
}
