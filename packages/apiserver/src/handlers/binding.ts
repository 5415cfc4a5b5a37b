import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { parseBody } from "../decoding/decode.ts";
import { type ApiObject } from "../object/api-object.ts";
import { resourceName } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { targetOf } from "../request/target.ts";
import { badRequest, conflict } from "../status/status-error.ts";
import { type Status } from "../status/status.ts";
import { admitPart } from "./admit-part.ts";
import { getStored } from "./read.ts";
import { type WriteContext } from "./write-context.ts";
import { untilCurrent } from "./write.ts";

/** Gives a Pod to a Node, once (v1 Binding). */
export async function bind(context: WriteContext, clock: Clock, request: ResourceRequest): Promise<Status> {
  const value = parseBody(request).value;
  const given = await admitPart(context, request, "v1", isJsonObject(value) ? value : {});
  const node = textAt(given, "target", "name") ?? "";
  if (node === "") throw badRequest("target.name: Required value");
  await untilCurrent(async () => {
    const pod = getStored(context.store, request);
    const bound = textAt(pod, "spec", "nodeName") ?? "";
    if (bound !== "") {
      const why = `pod ${pod.metadata.name} is already assigned to node "${bound}"`;
      throw conflict({ ...resourceName(request.resource), name: "pods/binding" }, pod.metadata.name, why);
    }
    return context.writer.update(
      { ...targetOf(request), subresource: "binding", admitted: true },
      pod,
      boundTo(pod, node, clock.now()),
    );
  });
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

function boundTo(pod: ApiObject, nodeName: string, now: number): ApiObject {
  const type = "PodScheduled";
  const others = listAt(pod, "status", "conditions").filter((one) => textAt(one, "type") !== type);
  const condition = { type, status: "True", lastProbeTime: null, lastTransitionTime: timestamp(now) };
  return {
    ...pod,
    spec: { ...objectAt(pod, "spec"), nodeName },
    status: { ...objectAt(pod, "status"), conditions: [...others, condition] },
  };
}
