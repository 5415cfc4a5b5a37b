#!/usr/bin/env node
import { runCore } from "./run-core.ts";

await runCore();
