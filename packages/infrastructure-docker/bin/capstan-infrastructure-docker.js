#!/usr/bin/env node
import { runProgram } from "@capstan/kube/program";

await runProgram(import.meta.url);
