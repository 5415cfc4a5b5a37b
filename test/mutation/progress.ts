import process from "node:process";

/** A progress line on stderr: rewritten on a terminal, printed every ten seconds elsewhere. */
export class Progress {
  #reported = -Infinity;

  report(line: string): void {
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[2K${line.slice(0, process.stderr.columns - 1)}`);
      return;
    }
    if (performance.now() - this.#reported < 10_000) return;
    this.#reported = performance.now();
    process.stderr.write(`${line}\n`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
    this.#reported = -Infinity;
  }
}
