import { without } from "@capstan/kube";
import { type Body } from "../../packages/apiserver/test/conformance/target.ts";
import { type GeneratedFile, generatedIn, objectsOf } from "./generated-file.ts";

const apiVersion = "flowcontrol.apiserver.k8s.io/v1";
const kinds = { prioritylevelconfigurations: "PriorityLevelConfiguration", flowschemas: "FlowSchema" };

/** How a server shares out requests. */
export const flowObjects: GeneratedFile = {
  what: "the FlowSchemas and PriorityLevelConfigurations",
  file: generatedIn("flow-control/objects"),
  source: async (wire) => `import { type FlowObject } from "./flow-objects.ts";

    /** What a server has from its beginning, but for what each one stamps it with. */
    export const flowObjects: readonly FlowObject[] = ${JSON.stringify(await objectsOf(wire, `/apis/${apiVersion}`, kinds, described))};`,
};

/** An object without what differs from server to server. */
function described(kind: string, { metadata, spec, status }: Body): object {
  const { name, annotations, generation, managedFields } = metadata;
  const owners = managedFields.map((entry) => without(entry as Readonly<Record<string, unknown>>, "time"));
  const conditions = status.conditions?.map((one) =>
    without(one as Readonly<Record<string, unknown>>, "lastTransitionTime"),
  );
  const ofServer = { name, annotations, generation, managedFields: owners };
  return { kind, apiVersion, metadata: ofServer, spec, status: { conditions } };
}
