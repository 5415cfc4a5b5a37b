import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { PackedPackage } from "@capstan/harness/publishing";
import { onPackages } from "../docs/tutorials/on-packages.ts";
import { Walk } from "../docs/tutorials/walk.ts";
import type { Steps } from "../road/steps.ts";
import { newcomer } from "./newcomers-path.ts";

/** The prerequisites of the first tutorial. */
export interface Following {
  readonly packages: readonly PackedPackage[];
  /** The cloned repository, which contains the page. */
  readonly clone: string;
  readonly folder: string;
  readonly steps: Steps;
}

/** Follows the first tutorial of the clone in a separate folder; each of its sections is a step. */
export async function followTutorial({ packages, clone, folder, steps }: Following): Promise<void> {
  const home = path.join(folder, "tutorial");
  await mkdir(home);
  await using walk = new Walk(await onPackages(packages, path.join(folder, "npx")), home);
  const page = await readFile(path.join(clone, "docs/tutorials/infrastructure-provider.md"), "utf8");
  await walk.walk(page, (section, taken) => {
    const commands = taken.filter(({ command }) => command !== undefined).length;
    const seconds = taken.reduce((sum, step) => sum + step.seconds, 0);
    steps.note({ role: newcomer, step: `tutorial: ${section}`, seconds, commands });
  });
}
