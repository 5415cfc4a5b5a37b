import { isJsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { parseBody } from "../decoding/decode.ts";
import { type ApiObject } from "../object/api-object.ts";
import { resourceName } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { targetOf } from "../request/target.ts";
import { goQuote } from "../go/go-quote.ts";
import { pods } from "../registry/built-in/built-ins.ts";
import { conflict, StatusError } from "../status/status-error.ts";
import { type Status } from "../status/status.ts";
import { admitPart } from "./admit-part.ts";
import { getStored } from "./read.ts";
import { untilCurrent } from "./write.ts";
import { type WriteContext } from "./write-context.ts";

/** Assigns a Pod to a Node, once (v1 Binding). */
export async function bind(context: WriteContext, clock: Clock, request: ResourceRequest): Promise<Status> {
  const value = parseBody(request).value;
  const given = await admitPart(context, request, "v1", isJsonObject(value) ? value : {});
  const node = nodeOf(given);
  const ofPod = requestOfPod(request, textAt(given, "metadata", "name") ?? "");
  await untilCurrent(async () => {
    const pod = getStored(context.store, ofPod);
    const bound = textAt(pod, "spec", "nodeName") ?? "";
    if (bound !== "") {
      const why = `pod ${pod.metadata.name} is already assigned to node "${bound}"`;
      throw conflict({ ...resourceName(pods), name: "pods/binding" }, pod.metadata.name, why);
    }
    return context.writer.update(
      // The binding client owns no fields of the Pod.
      { ...without(targetOf(ofPod), "manager"), subresource: "binding", admitted: true },
      pod,
      boundTo(pod, node, clock.now()),
    );
  });
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

/** @throws StatusError 500: the Binding has no Node. */
function nodeOf({ target }: ApiObject): string {
  const kind = textAt(target, "kind") ?? "";
  const name = textAt(target, "name") ?? "";
  if (kind !== "" && kind !== "Node") {
    throw new StatusError(
      500,
      "",
      `target.kind: Unsupported value: ${goQuote(kind)}: supported values: "Node", "<empty>"`,
    );
  }
  if (name === "") throw new StatusError(500, "", "target.name: Required value");
  return name;
}

/** A Binding may also be created in its own collection, where it names its Pod. */
function requestOfPod(request: ResourceRequest, name: string): ResourceRequest {
  const [version] = pods.versions;
  if (request.resource === pods || version === undefined) return request;
  return { ...request, resource: pods, version, info: { ...request.info, resource: pods.plural, name } };
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
