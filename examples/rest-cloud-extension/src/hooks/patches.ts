import { templatePatch } from "@capstan/runtime-extension";
import {
  type RestClusterTemplate,
  restClusterTemplate,
  type RestMachineTemplate,
  restMachineTemplate,
} from "../api/rest-kinds.ts";
import { variables } from "./variables.ts";

const requestRate = templatePatch<RestClusterTemplate>({ kind: restClusterTemplate }, ({ spec }, place) => {
  spec.template.spec.requestsPerSecond = variables.read(place).restRequestsPerSecond;
});

const servers = templatePatch<RestMachineTemplate>({ kind: restMachineTemplate }, ({ spec }, place) => {
  const { restServerType, restDiskGiB } = variables.read(place);
  spec.template.spec.serverType = restServerType;
  if (restDiskGiB !== undefined) spec.template.spec.diskGiB = restDiskGiB;
});

/** The patches of a topology, in their order. */
export const patches = [requestRate, servers];
