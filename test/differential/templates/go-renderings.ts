import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** Go's result for a template. */
export type GoRendering = { readonly output: string } | { readonly error: string };

/** Renders the templates with Go's own text/template; requires Go. */
export async function goRenderings(templates: readonly string[], data: object): Promise<readonly GoRendering[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-templates-"));
  const program = path.join(folder.path, "templates");
  await promisify(execFile)("go", ["build", "-o", program, path.join(import.meta.dirname, "go/main.go")]);
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const printed = text(child.stdout);
  child.stdin.end(templates.map((template) => `${JSON.stringify({ template, data })}\n`).join(""));
  const lines = (await printed).trimEnd().split("\n");
  await ended;
  return lines.map((line) => {
    const { output, error } = JSON.parse(line) as { output: string | null; error?: string };
    return error === undefined ? { output: Buffer.from(output ?? "", "base64").toString() } : { error };
  });
}
