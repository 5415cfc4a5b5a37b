// npm run measure -- providers
import { execFileSync } from "node:child_process";
import process from "node:process";
import { optionsOf, refuse, script } from "@capstan/harness/script";
import { countGo } from "./count-go.ts";
import { countTypeScript } from "./count-typescript.ts";
import type { Counted, ProviderFile } from "./counted.ts";
import { providerFilesIn } from "./provider-files.ts";

const command = script("Counts the code that provider authors wrote, in Go and with Capstan.")
  .option("--go <clone>", "clone of the repository of a Go provider")
  .option("--ours <folder>", "folder of a Capstan provider")
  .option("--commit <commit>", "commit of the clone", "HEAD");
const { go, ours, commit } = optionsOf(command);
if (go === undefined && ours === undefined) refuse("--go or --ours is missing.");
if (go !== undefined) report(go, countGo(filesOfClone(go, commit)));
if (ours !== undefined) report(ours, countTypeScript(providerFilesIn(ours)));

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
