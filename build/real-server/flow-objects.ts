import { listOf } from "../data-lines.ts";
import { type GeneratedFile, generatedIn, objectsOf } from "./generated-file.ts";
import { unstamped } from "./unstamped.ts";

const apiVersion = "flowcontrol.apiserver.k8s.io/v1";
const kinds = { prioritylevelconfigurations: "PriorityLevelConfiguration", flowschemas: "FlowSchema" };

/** The API priority and fairness objects of a server. */
export const flowObjects: GeneratedFile = {
  what: "the FlowSchemas and PriorityLevelConfigurations",
  file: generatedIn("flow-control/objects"),
  source: async (wire) =>
    listOf(await objectsOf(wire, `/apis/${apiVersion}`, kinds, (kind, object) => unstamped(kind, apiVersion, object))),
};
