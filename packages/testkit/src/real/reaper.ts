import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";

// Reads until its parent closes the pipe or dies, for any reason; then ends the processes and removes the folder.
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

/** Ends the processes recorded in a folder and removes the folder, on request and when this process ends. */
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

  /** Records the process started under `name`; a later process with the same name replaces it. */
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
