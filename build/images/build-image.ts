import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { licensesOf } from "../bundled-licenses.ts";
import { bundleProgram } from "../programs/bundle-program.ts";
import { dockerfileOf, filesOf, noticeFile } from "./image-files.ts";
import { installFiles } from "./install-files.ts";
import type { ImageProgram } from "./programs.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Fills `folder` with the build context of an image (its files, their list and the Dockerfile) and the files that install it. */
export async function buildImage(program: ImageProgram, folder: string): Promise<void> {
  const { name } = program;
  const packageFolder = path.join(root, "packages", program.package);
  const at = (file: string): string => path.join(folder, file);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundled = await bundleProgram(packageFolder, at(`${name}.mjs`));
  // Node runs the file as its argument, so it need not be executable.
  chmodSync(at(`${name}.mjs`), 0o644);
  writeFileSync(at(noticeFile), licensesOf(bundled, packageFolder));
  copyFileSync(path.join(root, "LICENSE"), at("LICENSE"));
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8")) as { version: string };
  writeFileSync(at("Dockerfile"), dockerfileOf(name, version));
  writeFileSync(at("files.txt"), `${filesOf(name).join("\n")}\n`);
  for (const { path: file, text } of installFiles(program, version)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  }
}
