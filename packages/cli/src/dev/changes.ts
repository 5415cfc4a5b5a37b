import path from "node:path";
import { watch } from "chokidar";
import { systemClock, type Timer } from "@capstan/runtime";

/** An editor may write several times when saving, and a change of several files counts as one. */
const quietMs = 20;

/**
 * Follows the files of folders, including future ones.
 *
 * @param onChange - gets the files that were written, added or removed, by their paths relative to `root`.
 * @returns once changes are observed.
 */
export async function followChanges(
  folders: readonly string[],
  root: string,
  onChange: (files: readonly string[]) => void,
): Promise<AsyncDisposable> {
  const changed = new Set<string>();
  let timer: Timer | undefined;
  const report = (): void => {
    const files = [...changed].sort();
    changed.clear();
    onChange(files);
  };
  const watcher = watch([...folders], {
    ignoreInitial: true,
    ignored: (file) => path.basename(file) === "node_modules" || path.basename(file).startsWith("."),
  });
  watcher.on("all", (_event, file) => {
    changed.add(path.relative(root, file));
    timer?.cancel();
    timer = systemClock.setTimer(quietMs, report);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      timer?.cancel();
      await watcher.close();
    },
  };
}
