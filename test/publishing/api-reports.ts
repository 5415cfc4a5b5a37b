// npm run packages -- api
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { optionsOf, script } from "@capstan/harness/script";
import ts from "typescript";
import { entrySources } from "../../build/declarations.ts";
import { entryPointReports } from "./entry-point-report.ts";

const root = path.resolve(import.meta.dirname, "../..");
const reports = path.join(root, "api");

function packageReport(folder: string, program: ts.Program): string {
  const { name } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { name: string };
  const entries = entryPoints(folder);
  const reports = entryPointReports(
    program,
    folder,
    entries.map(([, declarations]) => declarations),
  );
  const parts = reports.map(({ exported, implied }, index) => {
    const [subpath = ""] = entries[index] ?? [];
    const hidden = implied.length === 0 ? "" : `\nReferred to, and not to be imported by name:\n\n${fence(implied)}`;
    return `## ${path.posix.join(name, subpath)}\n\n${fence(exported)}${hidden}`;
  });
  return `# API of ${name}\n\nMade by \`npm run packages -- api --update\`, compared by \`npm run packages -- api\`.\n\n${parts.join("\n")}`;
}

function isPrivate(folder: string): boolean {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { private?: boolean };
  return manifest.private === true;
}

/** The declarations of a package's entry points, by subpath. */
function entryPoints(folder: string): (readonly [string, string])[] {
  return [...entrySources(folder)].map(([subpath, source]) => {
    const declarations = path.relative(path.join(folder, "src"), source).replace(/\.ts$/, ".d.ts");
    return [subpath, path.join(folder, "dist", declarations)] as const;
  });
}

function fence(declarations: readonly string[]): string {
  return `\`\`\`ts\n${declarations.join("\n\n")}\n\`\`\`\n`;
}

/** The difference as `git diff` shows it; empty if there is none. */
function difference(committed: string, current: string): string {
  try {
    return execFileSync("git", ["diff", "--no-index", "--no-color", committed, current], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const command = script(
  "Compares the public API of each package with the committed reports in api/.",
  "Builds the type declarations in dist/ first, and reads them. Exits with 1 on a difference.",
).option("--update", "write the reports", false);
const { update } = optionsOf(command);
const folder = update ? reports : mkdtempSync(path.join(tmpdir(), "capstan-api-"));
try {
  const packages = globSync("packages/*/package.json", { cwd: root })
    .map((file) => path.join(root, path.dirname(file)))
    .filter((name) => !isPrivate(name))
    .sort();
  const program = ts.createProgram(
    packages.flatMap((name) => entryPoints(name).map(([, declarations]) => declarations)),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, strict: true, types: ["node"] },
  );
  for (const name of packages) {
    writeFileSync(path.join(folder, `${path.basename(name)}.md`), packageReport(name, program));
  }
  const changes = update ? "" : difference(reports, folder);
  if (changes !== "") {
    process.stdout.write(
      `${changes}\nThe public API is not what api/ says. If that is meant, run "npm run packages -- api --update" and commit api/.\n`,
    );
    process.exitCode = 1;
  } else {
    process.stdout.write(`api/ ${update ? "is written" : "says what the packages export"}\n`);
  }
} finally {
  if (!update) rmSync(folder, { recursive: true, force: true });
}
