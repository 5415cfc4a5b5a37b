#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { holdYoungGeneration } from "@capstan/kube/memory";

holdYoungGeneration();

// A quarter of the start is compilation, so what was compiled is kept for the next one: under the user's own folder, since what lies
// in a folder for everyone may have been put there by someone else. Where it cannot be written, nothing is kept.
const caches = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? path.join(caches, "capstan", "compile-cache"));
await import("./program.ts");
