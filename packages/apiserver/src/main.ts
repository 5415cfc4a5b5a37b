#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// Most of what a server allocates and keeps at all, it keeps for good: a young generation that grows would hold some 100 MiB more, and
// answer no faster. Set before anything else is loaded, and only here: a library leaves the heap of its process as it is.
setFlagsFromString("--semi-space-growth-factor=1");
await import("./program.ts");
