import { runExtension } from "@capstan/runtime-extension";
import { restCloudExtension } from "./extension.ts";

await runExtension({ extension: restCloudExtension });
