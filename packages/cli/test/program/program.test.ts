import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/program.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

function capstan(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["--conditions=source", main, ...args], (_, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** Every visible command with its command words. */
function commandsOf(command: Command, path: readonly string[] = []): (readonly [path: string, command: Command])[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== "help");
  return [[path.join(" "), command], ...visible.flatMap((each) => commandsOf(each, [...path, each.name()]))];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

/** The command lines of `capstan` in the examples of a help. */
function examplesIn(help: string): string[][] {
  const [, examples = ""] = help.split("Examples:\n");
  return examples
    .replaceAll(/\\\n\s+/g, "")
    .split("\n")
    .map((line) => /(?:^|\(|\| )\s*capstan ([^#|>)]*)/.exec(line)?.[1])
    .filter((line) => line !== undefined)
    .map((line) => line.trim().split(/\s+/));
}

const commands = commandsOf(createProgram());

describe.each(commands)("capstan %s", (path) => {
  const find = () => commandsOf(createProgram()).find(([each]) => each === path)?.[1] ?? createProgram();

  test("its help lists exit statuses and examples", () => {
    const help = helpOf(find());
    expect(help).toContain("Exit status:\n    0  ");
    expect(help).toMatch(/ {4}2 {2}.*an argument or option is invalid/);
    expect(examplesIn(help).length).toBeGreaterThan(0);
  });

  test("the examples of its help use existing commands and options", () => {
    const examples = examplesIn(helpOf(find()));
    expect(examples).not.toEqual([]);
    for (const words of examples) {
      expect(words).not.toEqual([]);
      let command = createProgram();
      for (const word of words) {
        command = command.commands.find((each) => each.name() === word) ?? command;
        if (word === "--") break;
        if (!word.startsWith("-") || word === "-") continue;
        expect(command.options.map(({ short, long }) => [short, long]).flat()).toContain(word.split("=")[0]);
      }
      expect(command.name()).not.toBe("capstan");
    }
  });
});

test("every command that prints more than a script supports --json", () => {
  const silent = ["", "describe", "completion"];
  const without = commands.filter(
    ([path, { options }]) => !silent.includes(path) && !options.some(({ long }) => long === "--json"),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

describe("a user error results in exit status 2 and a sentence, without a stack", () => {
  test.for([
    [["chek", "x"], "Did you mean check?"],
    [["check", "--jsn"], "Did you mean --json?"],
    [["describe", "clustr", "a"], "Did you mean cluster?"],
    [["describe", "cluster"], "missing required argument 'name'"],
    [["describe", "cluster", "a", "--kubeconfig", "absent"], "absent"],
    [["demo", "--workers", "many"], "It must be a whole number"],
    [["dev", "absent"], "absent is not a folder"],
    [["dev", "--with", "vagrant"], "Allowed choices are kubeadm, mock, docker"],
    [["check", "absent"], "absent: cannot be read"],
    [["generate", "crds", "--from", "absent.ts"], "absent.ts cannot be imported"],
    [["completion", "tcsh"], "Allowed choices are bash, zsh, fish"],
  ] as const)("%j", async ([args, sentence]) => {
    const { status, stdout, stderr } = await capstan(...args);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});
