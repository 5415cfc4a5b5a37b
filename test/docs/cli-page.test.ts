import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { createProgram } from "capstan";
import { run } from "create-capstan-provider";
import { format, resolveConfig } from "prettier";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/cli.md");

/** A command line, and its `--help` output. */
interface Help {
  readonly name: string;
  readonly text: string;
}

/** The commander instance of the command line. */
type Command = ReturnType<typeof createProgram>;

/** A command and its subcommands, each with its own help. */
function helpsOf(command: Command, parents: readonly string[] = []): Help[] {
  const names = [...parents, command.name()];
  let text = "";
  command.configureOutput({
    writeOut: (part) => (text += part),
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== "help");
  return [{ name: names.join(" "), text }, ...below.flatMap((each) => helpsOf(each, names))];
}

async function helpOfServer(): Promise<Help> {
  const program = path.join(root, "packages/apiserver/bin/capstan-apiserver.js");
  const options = { env: { ...process.env, COLUMNS: "100", NO_COLOR: "1" } };
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", program, "--help"], options);
  return { name: "capstan-apiserver", text: stdout };
}

async function helpOfCreate(): Promise<Help> {
  let text = "";
  await run(["--help"], { write: (part) => (text += part), writeError: () => undefined, cwd: root });
  return { name: "create-capstan-provider", text };
}

function exitStatuses({ text }: Help): string | undefined {
  const lines = /^Exit status:\n((?: +\d+ {2}.+\n?)+)/m.exec(text)?.[1]?.trim().split("\n");
  return lines?.map((line) => line.trim().replace(/ +/, " ")).join("; ");
}

function pageOf(helps: readonly Help[]): string {
  const rows = helps.flatMap((help) => {
    const statuses = exitStatuses(help);
    return statuses === undefined ? [] : [`| \`${help.name}\` | ${statuses} |`];
  });
  const sections = helps.map(({ name, text }) => `## ${name}\n\n\`\`\`text\n${text.trim()}\n\`\`\``);
  return `# Command line

The \`--help\` output of each command; \`npm run docs -- rules\` generates this page from it. [flags.md](flags.md) lists the flags of the
managers, and [environment.md](environment.md) the environment variables.

## Exit status

| command | status |
| --- | --- |
${rows.join("\n")}

${sections.join("\n\n")}
`;
}

const helps = [...helpsOf(createProgram()), await helpOfServer(), await helpOfCreate()];

test("docs/cli.md equals the help of the commands: `npm run docs -- rules` rewrites it", async () => {
  const text = await format(pageOf(helps), { ...(await resolveConfig(page)), filepath: page });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") writeFileSync(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});

describe("the help", () => {
  const groups = helps.filter(({ name }) => helps.some((other) => other.name.startsWith(`${name} `)));

  test("covers commands and subcommands", () => {
    expect(helps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["capstan check", "capstan describe machine"]),
    );
  });

  test.each(helps.filter((help) => !groups.includes(help)))("of $name explains its exit status", (help) => {
    expect(exitStatuses(help)).toMatch(/^0 /);
  });

  test.each(helps)("of $name names no folder of this machine", ({ text }) => {
    expect(text).not.toContain(root);
  });
});
