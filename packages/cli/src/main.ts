#!/usr/bin/env node
import process from "node:process";
import { createProgram } from "./program.ts";

await createProgram().parseAsync(process.argv);
