import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { handMade } from "./hand-made.ts";
import { type HandMadeMutant, mutated } from "./hand-made-mutant.ts";
import { mutantVariable } from "./vitest.config.ts";
import { embeddedOnly } from "../trials/embedded-only.ts";

const root = path.resolve(import.meta.dirname, "../../..");

export interface TriedHandMade {
  readonly name: string;
  readonly killed: boolean;
  /** The first test that failed. */
  readonly by: string | undefined;
}

/** Runs the tests of one mutant with the mutant in the sources. */
export async function tryHandMade(mutant: HandMadeMutant, signal: AbortSignal): Promise<TriedHandMade> {
  // Throws if the sources have changed, which would otherwise look like an undetected mutant.
  mutated(mutant, readFileSync(path.join(root, mutant.file), "utf8"));
  const absent = mutant.tests.filter((test) => !existsSync(path.join(root, test)));
  if (mutant.tests.length === 0 || absent.length > 0) throw new Error(`${mutant.name}: no tests ${absent.join(", ")}`);
  const config = path.join(import.meta.dirname, "vitest.config.ts");
  const child = spawn("npx", ["vitest", "run", "--config", config, "--reporter=tap-flat", ...mutant.tests], {
    cwd: root,
    env: embeddedOnly({ [mutantVariable]: String(handMade.indexOf(mutant)) }),
    stdio: ["ignore", "pipe", "ignore"],
    signal,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("close", resolve).once("error", reject),
  );
  const by = /^not ok \d+ - (.+?)(?: # .*)?$/m.exec(output)?.[1];
  return { name: mutant.name, killed: code !== 0 && by !== undefined, by };
}
