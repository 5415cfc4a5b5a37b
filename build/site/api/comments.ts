// npm run docs -- comments: the exports and members without a comment, of which none is allowed.
import process from "node:process";
import { allEntryPoints } from "./entry-points.ts";
import { documentedText, readReference } from "./reference.ts";

const documented = await readReference();
process.stdout.write(`${documentedText(documented, allEntryPoints().length)}\n`);
if (documented.missing.length > 0 || documented.count === 0) process.exitCode = 1;
