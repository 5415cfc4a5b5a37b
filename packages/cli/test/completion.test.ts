import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completionOf } from "../src/completion/candidates.ts";
import { createProgram } from "../src/program.ts";

const words = (...typed: string[]): string[] => completionOf(createProgram(), typed).candidates.map(({ word }) => word);
const offersFiles = (...typed: string[]): boolean => completionOf(createProgram(), typed).files;

describe("completion offers", () => {
  test("commands that start with the typed prefix", () => {
    expect(words("")).toEqual(expect.arrayContaining(["demo", "dev", "check", "describe", "generate", "completion"]));
    expect(words("de")).toEqual(["demo", "dev", "describe"]);
    expect(words("describe", "")).toEqual(expect.arrayContaining(["cluster", "machine"]));
  });

  test("only visible commands, without the one for completion scripts", () => {
    expect(words("comp")).toEqual(["completion"]);
  });

  test("the options of the current command only", () => {
    expect(words("describe", "cluster", "--show")).toEqual(["--show-conditions", "--show-templates"]);
    expect(words("describe", "machine", "--show")).toEqual(["--show-conditions"]);
    expect(words("explore", "explorations.ts", "--")).toEqual(
      expect.arrayContaining(["--at-most", "--seed", "--json"]),
    );
  });

  test("options after an option value that equals a command name", () => {
    expect(words("describe", "cluster", "-n", "machine", "--all")).toEqual(["--all"]);
  });

  test("the choices of options and arguments", () => {
    expect(words("dev", "--with", "")).toEqual(["kubeadm", "mock", "docker"]);
    expect(words("dev", "--with=k")).toEqual(["--with=kubeadm"]);
    expect(words("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(words("generate", "crds", "r")).toEqual(expect.arrayContaining(["rbac", "release"]));
  });

  test("files for values that are files", () => {
    expect(offersFiles("check", "")).toBe(true);
    expect(offersFiles("describe", "cluster", "--kubeconfig", "")).toBe(true);
    expect(offersFiles("generate", "--from=")).toBe(true);
    expect(offersFiles("explore", "")).toBe(true);
    expect(offersFiles("describe", "cluster", "")).toBe(false);
    expect(offersFiles("check", "--group", "")).toBe(false);
    expect(offersFiles("de")).toBe(false);
  });

  test("nothing after the last argument, and files after --", () => {
    expect(completionOf(createProgram(), ["describe", "cluster", "a", ""])).toEqual({ candidates: [], files: false });
    expect(completionOf(createProgram(), ["dev", ".", "--", "--"])).toEqual({ candidates: [], files: true });
  });
});

const main = join(import.meta.dirname, "../src/main.ts");
const isThere = (shell: string): boolean => ["/bin", "/usr/bin"].some((folder) => existsSync(join(folder, shell)));
/** The library of the bash script, as of most completions. */
const bashCompletion = "/usr/share/bash-completion/bash_completion";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan-completion-"));
  await mkdir(join(folder, "config"));
  // The scripts call the program by its name.
  const program = `#!/bin/sh\nexec "${process.execPath}" --conditions=source "${main}" "$@"\n`;
  await writeFile(join(folder, "capstan"), program, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true }));

function run(shell: string, script: string): Promise<string> {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ""}` };
  return new Promise((resolve, reject) => {
    execFile(shell, ["-c", script], { env, cwd: folder }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${shell}: ${stderr}`, { cause: error }));
    });
  });
}

describe("completion in a real shell:", () => {
  test.runIf(isThere("bash") && existsSync(bashCompletion))("bash completes a command", async () => {
    const printed = await run(
      "bash",
      `source ${bashCompletion}
       source <(capstan completion bash)
       COMP_WORDS=(capstan desc); COMP_CWORD=1; COMP_LINE="capstan desc"; COMP_POINT=12
       $(complete -p capstan | sed 's/.*-F \\([^ ]*\\).*/\\1/')
       printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    expect(printed.trim()).toMatch(/^describe\b/);
  });

  test.runIf(isThere("fish"))("fish completes a command", async () => {
    const printed = await run("fish", `capstan completion fish | source; complete --do-complete "capstan desc"`);
    expect(printed.trim()).toMatch(/^describe\b/);
  });

  test.runIf(isThere("zsh"))("zsh accepts the script", async () => {
    const printed = await run(
      "zsh",
      `autoload -U compinit; compinit -u -d "${folder}/zcompdump"; source <(capstan completion zsh); print $_comps[capstan]`,
    );
    expect(printed.trim()).toContain("capstan");
  });
});
