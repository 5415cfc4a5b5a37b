import { runExtension } from "@capstan/runtime-extension";
import packageJson from "../package.json" with { type: "json" };
import { extension } from "./extension.ts";

await runExtension({ extension, version: packageJson.version });
