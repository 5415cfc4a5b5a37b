import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { families } from "../../../build/commands/families/index.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const main = "build/commands/main.ts";
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Result {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Given {
  readonly args: readonly string[];
  /** Sent once the member waits for it. */
  readonly signal?: NodeJS.Signals;
}

function run(file: string, { args, signal }: Given): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--conditions=source", file, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      output.stdout += chunk.toString();
      if (signal !== undefined && chunk.toString().includes("waiting")) child.kill(signal);
    });
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.on("close", (status, endedBy) => {
      resolve({ status, signal: endedBy, ...output });
    });
  });
}

const launched = (...args: readonly string[]): Promise<Result> => run("test/run/commands/launched.ts", { args });

describe("package.json", () => {
  test("has at most 25 scripts", () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
  });

  test("has exactly one script for every family", () => {
    const launching = Object.entries(scripts).filter(([, line]) => line.includes(main));
    const expected = families.map(({ name }) => [name, `node --conditions=source ${main} ${name}`]);
    expect(Object.fromEntries(launching)).toEqual(Object.fromEntries(expected));
  });
});

describe.each(families)("npm run $name", ({ name, byDefault, members }) => {
  /** Members without a line in the output. */
  const unlisted = (printed: string): readonly string[] => {
    const lines = printed.split("\n").map((line) => line.trim().split(/ {2,}/).join(": "));
    return members.map((member) => `${member.name}: ${member.does}`).filter((line) => !lines.includes(line));
  };

  test("has members with unique names, one of which may be the default", () => {
    const names = members.map((member) => member.name);
    expect(new Set(names).size).toBe(names.length);
    if (byDefault !== undefined) expect(names).toContain(byDefault);
  });

  test("runs files that exist", () => {
    const sources = members.flatMap(({ after = [], runs }) => [...after, runs].flatMap((line) => line.sources));
    expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
  });

  test("lists its members in --help, each on one line", async () => {
    const { status, stdout, stderr } = await run(main, { args: [name, "--help"] });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: npm run ${name} -- `);
    expect(unlisted(stdout)).toEqual([]);
  });

  test("rejects an unknown member, and lists the existing ones", async () => {
    const { status, stdout, stderr } = await run(main, { args: [name, "unheard-of"] });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("error: unknown command 'unheard-of'");
    expect(unlisted(stderr)).toEqual([]);
  });
});

test.each(families.filter(({ byDefault }) => byDefault === undefined))(
  "npm run $name without a member lists its members and fails, because it has no default",
  async ({ name, members }) => {
    const { status, stdout, stderr } = await run(main, { args: [name] });
    expect([status, stdout]).toEqual([2, ""]);
    for (const member of members) expect(stderr).toContain(`  ${member.name} `);
  },
);

describe("a member", () => {
  test("without arguments rejects them, and prints its own --help", async () => {
    expect(await run(main, { args: ["docs", "recording", "--unheard-of"] })).toMatchObject({ status: 2, stdout: "" });
    const { status, stdout } = await run(main, { args: ["docs", "recording", "--help"] });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Usage: npm run docs -- recording [options]")]);
  });

  test("gets all arguments after its name unchanged", async () => {
    const args = ["0", "--json", "--only=a,b", "-x", "--", "c d", "--help"];
    expect(await launched("status", ...args)).toMatchObject({ status: 0, stdout: `${JSON.stringify(args)}\n` });
  });

  test("gets the options if it is the default and no member is named", async () => {
    expect(await launched("--json", "--seed", "1")).toMatchObject({ stdout: '["--json","--seed","1"]\n' });
    expect(await launched()).toMatchObject({ status: 0, stdout: "[]\n" });
  });

  test("passes on its status, or the signal that ended it", async () => {
    expect(await launched("status", "3")).toMatchObject({ status: 3, signal: null });
    expect(await launched("signal")).toMatchObject({ status: null, signal: "SIGKILL" });
  });

  test("has standard output to itself, and runs after its prerequisite", async () => {
    expect(await launched("built", "0", "x")).toMatchObject({ status: 0, stdout: '["0","x"]\n', stderr: "[]\n" });
  });

  test("does not run after a failed prerequisite; its help skips the prerequisite", async () => {
    expect(await launched("broken", "0")).toMatchObject({ status: 4, stdout: "", stderr: '["4"]\n' });
    expect(await launched("broken", "0", "--help")).toMatchObject({ status: 0, stderr: "" });
  });

  test.each([
    ["interrupted", "SIGINT"],
    ["ended", "SIGTERM"],
  ] as const)("that is %s by %s can clean up", async (name, signal) => {
    const { status, stdout } = await run("test/run/commands/launched.ts", { args: [name], signal });
    expect([status, stdout]).toEqual([5, `[]\nwaiting\ncleaned up after ${signal}\n`]);
  });
});
