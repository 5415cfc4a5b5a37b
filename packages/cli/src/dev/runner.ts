/**
 * The process of a provider under `capstan dev`: loads what every provider needs before there is anything to do, waits, and then is the
 * provider. So a change takes as long as the author's own files take, not as long as Node and the SDK do.
 *
 * `runner.ts <entry>`; the flags of the provider come as a message.
 */
import { createRequire } from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [node = "", , entry = ""] = process.argv;

async function warmUp(): Promise<void> {
  try {
    await import(pathToFileURL(createRequire(entry).resolve("@capstan/provider")).href);
  } catch {
    // What is missing is reported when the provider itself is loaded.
  }
}

function begin(flags: readonly string[]): void {
  process.argv = [node, entry, ...flags];
  process.channel?.unref();
  // Not awaited: what it throws ends the process with a stack that begins in the author's file.
  void import(pathToFileURL(entry).href);
}

// The process that has started this one is gone.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
const flags = new Promise<readonly string[]>((resolve) => {
  process.once("message", (message) => {
    resolve(message as readonly string[]);
  });
});
await warmUp();
begin(await flags);
