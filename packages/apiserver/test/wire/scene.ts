import { eventually, Wire } from "../conformance/target.ts";
import { partDefinition } from "./cases/part-definition.ts";
import { policies } from "./cases/policy-objects.ts";
import { grants } from "./cases/users.ts";
import { isJsonObject } from "@capstan/kube";

const fields = { "content-type": "application/json" };

/** Gives a server what the cases find there: a definition, policies, and users with rights. */
export async function prepare(kubeconfig: string): Promise<void> {
  const wire = new Wire(kubeconfig);
  for (const { send, body } of [partDefinition, ...policies, ...grants]) {
    const [method = "", path = ""] = send.split(" ");
    const { status, text } = await wire.send(method, path, body, fields);
    if (status !== 201 && status !== 409) throw new Error(`${send}: ${status} ${text}`);
  }
  await wire.post("/api/v1/namespaces", { metadata: { name: "scene", labels: { policed: "yes" } } });
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
  for (const user of ["viewer", "keeper"]) {
    await eventually(
      () => wire.send("GET", "/api/v1/configmaps?limit=1", undefined, { "impersonate-user": user }),
      ({ status }) => status === 200,
    );
  }
}
