import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mutated } from "../../../mutation/hand-made/hand-made-mutant.ts";
import { faultyCores } from "./faulty-core.ts";

// `node --import with-fault.ts?3`: runs the program with the fault of that number.
const number = Number(new URL(import.meta.url).search.slice(1));
const fault = faultyCores[number];
if (fault === undefined) throw new Error(`There is no fault ${number}.`);
const file = path.resolve(import.meta.dirname, "../../../..", fault.file);
const source = mutated(fault, readFileSync(file, "utf8"));
const faulty = pathToFileURL(file).href;

registerHooks({
  load: (url, context, next) =>
    url === faulty ? { format: "module-typescript", source, shortCircuit: true } : next(url, context),
});
