import { eventually, Wire } from "../conformance/target.ts";
import { partDefinition } from "./cases/part-definition.ts";
import { policies } from "./cases/policy-objects.ts";
import { metered, quotas } from "./cases/quota-objects.ts";
import { grants } from "./cases/users.ts";
import { isJsonObject } from "@capstan/kube";

const fields = { "content-type": "application/json" };

/** Creates the objects that the cases use: a definition, policies, quotas, and users with rights. */
export async function prepare(kubeconfig: string): Promise<void> {
  const wire = new Wire(kubeconfig);
  for (const { send, body, headers } of [partDefinition, ...policies, ...grants, ...quotas]) {
    const [method = "", path = ""] = send.split(" ");
    const { status, text } = await wire.send(method, path, body, { ...fields, ...headers });
    if (![200, 201, 409].includes(status)) throw new Error(`${send}: ${status} ${text}`);
  }
  await wire.post("/api/v1/namespaces", {
    metadata: { name: "scene", labels: { policed: "yes" } },
  });
  await eventually(
    () => wire.get("/apis/wire.io/v1/parts"),
    ({ status }) => status === 200,
  );
  // The real server reads policies and roles in the background.
  const probe = "/api/v1/namespaces/scene/secrets?dryRun=All";
  const judged = (): Promise<unknown> =>
    eventually(
      () => wire.post(probe, { metadata: { name: "a", labels: { refuse: "yes" } } }),
      ({ status }) => status === 422,
    );
  const changed = (): Promise<unknown> =>
    eventually(
      () => wire.post(probe, { metadata: { name: "a" } }),
      ({ body }) => isJsonObject(body.metadata.annotations) && body.metadata.annotations.seen === "yes",
    );
  await judged();
  await changed();
  const refused = (namespace: string, path: string, body: object): Promise<unknown> =>
    eventually(
      () => wire.post(`/api/v1/namespaces/${namespace}/${path}?dryRun=All`, body),
      ({ status }) => status === 403,
    );
  const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "a", image: "a" }] } };
  await refused(metered.counts, "configmaps", { metadata: { name: "a" } });
  await refused(metered.pods, "pods", pod);
  await refused(metered.scopes, "pods", pod);
  for (const user of ["viewer", "keeper", "watcher"]) {
    await eventually(
      () => wire.send("GET", "/api/v1/configmaps?limit=1", undefined, { "impersonate-user": user }),
      ({ status }) => status === 200,
    );
  }
}
