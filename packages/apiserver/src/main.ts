#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { holdYoungGeneration } from "@capstan/kube/memory";

holdYoungGeneration();

// Compilation takes a quarter of the start, so cache its result: in the user's own folder, because anyone could put files into a shared
// one. If the folder cannot be written, nothing is cached.
const caches = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? path.join(caches, "capstan", "compile-cache"));
await import("./program.ts");
