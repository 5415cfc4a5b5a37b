// The first step of npm run build: the build script of every package, several at a time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import process from "node:process";
import { workspacesOf } from "./release/workspaces.ts";

const root = path.resolve(import.meta.dirname, "..");
const waiting = workspacesOf(root).filter(({ manifest }) => manifest.scripts?.build !== undefined);

await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name } = next.manifest;
    const child = spawn("npm", ["run", "build", "--silent", "--workspace", name], { cwd: root });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
    const [code] = (await once(child, "close")) as [number | null];
    process.stdout.write(`${code === 0 ? "built" : "FAILED"}  ${name}\n`);
    if (code !== 0) process.stdout.write(Buffer.concat(output));
    if (code !== 0) process.exitCode = 1;
  }
}
