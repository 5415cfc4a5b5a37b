// Runs the members of scripts of package.json: `npm run bench -- tenants`.
import process from "node:process";
import { families } from "./families/index.ts";
import { launch } from "./launcher/launch.ts";

await launch(families, process.argv.slice(2));
