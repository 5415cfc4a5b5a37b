import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";

// Reads until its parent closes the pipe or dies, however it dies; then ends the processes and removes the folder.
const script = `
read -r _ignored
cd /
for file in "$1"/*.pid; do [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null; done
for file in "$1"/*.pid; do
  [ -f "$file" ] || continue
  tries=0
  while kill -0 "$(cat "$file")" 2>/dev/null && [ "$tries" -lt 100 ]; do tries=$((tries + 1)); sleep 0.02; done
done
rm -rf "$1"
`;

/** Ends the processes noted in a folder and removes that folder, on request and when this process is gone. */
export class Reaper {
  readonly #directory: string;
  readonly #process: ChildProcess;

  constructor(directory: string) {
    this.#directory = directory;
    this.#process = spawn("sh", ["-c", script, "sh", directory], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#process.unref();
  }

  /** The process that was started under `name`; one started later under the same name takes its place. */
  note(name: string, pid: number): void {
    writeFileSync(path.join(this.#directory, `${name}.pid`), String(pid));
  }

  async reap(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const gone = once(this.#process, "exit");
    this.#process.ref();
    this.#process.stdin?.end();
    await gone;
  }
}
