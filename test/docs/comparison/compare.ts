// npm run provider:compare: what the authors of providers wrote, in Go and here: -- --go CLONE --ours FOLDER
import { execFileSync } from "node:child_process";
import process from "node:process";
import { parseArgs } from "node:util";
import { countGo } from "./count-go.ts";
import { countTypeScript } from "./count-typescript.ts";
import type { Counted, ProviderFile } from "./counted.ts";
import { providerFilesIn } from "./provider-files.ts";

const { values } = parseArgs({
  options: { go: { type: "string" }, ours: { type: "string" }, commit: { type: "string", default: "HEAD" } },
});

if (values.go !== undefined) report(values.go, countGo(filesOfClone(values.go, values.commit)));
if (values.ours !== undefined) report(values.ours, countTypeScript(providerFilesIn(values.ours)));

function filesOfClone(folder: string, commit: string): ProviderFile[] {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const paths = git("ls-tree", "-r", "--name-only", commit).split("\n");
  const wanted = paths.filter((file) => /\.(go|ya?ml)$/.test(file));
  return wanted.map((file) => ({ path: file, text: git("show", `${commit}:${file}`) }));
}

function report(folder: string, { names, ...counts }: Counted): void {
  process.stdout.write(`${folder}\n${JSON.stringify({ ...counts, names: names.length })}\n${names.join("\n")}\n\n`);
}
