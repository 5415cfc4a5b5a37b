import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BootPlan } from "@capstan/bootstrap-data";
import { bootArchive, bootFolder } from "../../src/boot/boot-archive.ts";
import { type BootReport, readBootReport } from "../../src/boot/boot-report.ts";

/** The scripts of a boot in folders of this machine, instead of a container. */
export async function localMachine(plan: BootPlan) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), "boot-"));
  const boot = path.join(folder.path, "boot");
  const live = path.join(folder.path, "live");
  for (const file of bootArchive(plan)) {
    const target = path.join(boot, path.relative(bootFolder, file.path));
    await mkdir(path.dirname(target), { recursive: true });
    const content = typeof file.content === "string" ? file.content.replaceAll(bootFolder, boot) : file.content;
    await writeFile(target, content);
  }
  const run = (script: string): Promise<{ exitCode: number; output: string }> =>
    new Promise((resolve) => {
      const child = execFile("sh", [path.join(boot, script), live], (error, output) => {
        resolve({ exitCode: error === null ? 0 : Number(child.exitCode), output });
      });
    });
  return {
    folder: folder.path,
    boot,
    /** Runs the plan to its end. */
    run: () => run("run.sh"),
    report: async (): Promise<BootReport> => readBootReport(await run("report.sh")),
    /** As if the container ended and was started again: what was in memory is gone. */
    restart: () => rm(live, { recursive: true, force: true }),
    textOf: (file: string) => readFile(path.join(folder.path, file), "utf8"),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
