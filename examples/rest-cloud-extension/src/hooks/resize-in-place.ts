import { Cluster, labels } from "@capstan/provider";
import { HookError, type HookHandler, inPlacePatch } from "@capstan/runtime-extension";
import { RestMachine } from "../api/rest-kinds.ts";
import { openCloud } from "../cloud/open-cloud.ts";

/** The cloud resizes a server without replacing it; any other change needs a new server. */
export const canUpdateMachine: HookHandler<"CanUpdateMachine"> = ({ current, desired }) => {
  const patch = inPlacePatch(current.infrastructureMachine, desired.infrastructureMachine, ["spec.serverType"]);
  return patch === undefined ? {} : { infrastructureMachinePatch: patch };
};

/** The same for the Machines of a MachineSet, of which the core shows the templates. */
export const canUpdateMachineSet: HookHandler<"CanUpdateMachineSet"> = ({ current, desired }) => {
  const [from, to] = [current.infrastructureMachineTemplate, desired.infrastructureMachineTemplate];
  const patch = inPlacePatch(from, to, ["spec.template.spec.serverType"]);
  return patch === undefined ? {} : { infrastructureMachineTemplatePatch: patch };
};

/**
 * Resizes the server of a Machine. Called again until it has the desired type; every call compares, then acts. Which server, and its type,
 * come from the RestMachine that the API server has, because anyone who reaches the port can write a request.
 */
export const updateMachine: HookHandler<"UpdateMachine"> = async ({ desired }, { client, signal }) => {
  const { name, namespace = "" } = desired.infrastructureMachine.metadata;
  const { spec, metadata } = await client.get(RestMachine, { name, namespace });
  const { serverType = "small", providerID = "" } = spec;
  const cluster = await client.get(Cluster, { name: metadata.labels?.[labels.clusterName] ?? "", namespace });
  const cloud = await openCloud(cluster, client, signal);
  const id = providerID.split("/").at(-1) ?? "";
  if (cloud === undefined || id === "")
    throw new HookError(`RestMachine ${name} has no server yet; wait for its providerID`);
  const server = await cloud.server(id);
  if (server.size === serverType) return {};
  await cloud.resize(id, serverType);
  return { retryAfterSeconds: 2, message: `Server ${id} is being resized to ${serverType}` };
};
