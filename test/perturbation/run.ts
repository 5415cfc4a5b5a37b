// npm run perturb: kills every reconciler of this repository after each of its writes; accepts --only, --scenario and --pairs like `capstan
// perturb`.
import path from "node:path";
import process from "node:process";
import { createProgram } from "capstan";

const own = process.argv.slice(2);
const module = path.join(import.meta.dirname, "scenarios/index.ts");
const chosen = own.some((argument) => /^--(only|schedule)\b/.test(argument)) ? own : [...own, "--only", "crash-after"];
await createProgram().parseAsync(["perturb", module, ...chosen], { from: "user" });
process.exit();
