#!/usr/bin/env node
import process from "node:process";
import { runProvider } from "@capstan/provider";
import { DockerInfrastructure } from "./infrastructure/docker-infrastructure.ts";
import { openEngine } from "./engine/open-engine.ts";
import { thisMachine } from "./engine/locate-engine.ts";
import { processFlags, readProcessFlags } from "./process-flags.ts";
import { dockerReconcilers } from "./reconcilers/docker-reconcilers.ts";

const { environment } = readProcessFlags(process.argv.slice(2), process.env);
await using infrastructure = new DockerInfrastructure(openEngine(thisMachine(environment)));
await runProvider({
  name: "capstan-infrastructure-docker",
  description: "Creates machines as containers of Docker or Podman, which boot from their bootstrap data.",
  reconcilers: dockerReconcilers(infrastructure),
  extendFlags: (command) => {
    for (const { flags, description } of processFlags) command.option(flags, description);
  },
});
