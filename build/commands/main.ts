// What scripts of package.json start that do several things: `npm run bench -- tenants`.
import process from "node:process";
import { families } from "./families/index.ts";
import { launch } from "./launcher/launch.ts";

await launch(families, process.argv.slice(2));
