// The last step of `npm run build` in a package with a program: bundles it into one file, in dist or in another folder.
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { licensesOf } from "../bundled-licenses.ts";
import { bundleProgram } from "./bundle-program.ts";

const packageFolder = process.cwd();
const [output = path.join(packageFolder, "dist")] = process.argv.slice(2);
const bundled = await bundleProgram(packageFolder, path.join(output, "main.js"));
writeFileSync(path.join(output, "program-licenses.txt"), licensesOf(bundled, packageFolder));
