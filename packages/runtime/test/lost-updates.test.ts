import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient, Node, type NodeCondition, patchChanges, type RequestInfo } from "@capstan/runtime";

const hasServer = process.env.KUBEBUILDER_ASSETS !== undefined;

function condition(type: string, status: NodeCondition["status"]): NodeCondition {
  return { type, status, message: "" };
}

/** The Node with these conditions. */
function having(node: Node, conditions: readonly NodeCondition[]): Node {
  const copy = structuredClone(node);
  copy.status = { ...copy.status, conditions: [...conditions] };
  return copy;
}

describe.each([
  { server: "the embedded server", start: () => ApiServer.start(), isThere: true },
  { server: "a real kube-apiserver", start: () => RealApiServer.start(), isThere: hasServer },
])("on $server", ({ start, isThere }) => {
  describe.runIf(isThere)("no write is lost", () => {
    let server: Awaited<ReturnType<typeof start>>;
    let client: Client;
    const requests: RequestInfo[] = [];
    beforeAll(async () => {
      server = await start();
      client = createClient({
        kubeconfig: server.kubeconfig,
        userAgent: "lost-updates-test/1",
        onRequest: (request) => requests.push(request),
      });
    });
    afterAll(async () => {
      await client.close();
      await server[Symbol.asyncDispose]();
    });

    /** A Node as it is currently stored, with these conditions. */
    async function nodeWith(name: string, ...types: string[]): Promise<Node> {
      await client.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name } });
      const conditions = types.map((type) => condition(type, "False"));
      const patch = { type: "merge", body: { status: { conditions } } } as const;
      return client.patch(Node, { name }, patch, { subresource: "status" });
    }

    /** The change that another writer makes to one condition. */
    async function writeCondition(name: string, type: string, status: NodeCondition["status"]): Promise<void> {
      const read = await client.get(Node, { name });
      const others = (read.status?.conditions ?? []).filter((each) => each.type !== type);
      await patchChanges(client, Node, read, having(read, [...others, condition(type, status)]));
    }

    function withCondition(read: Node, type: string, status: NodeCondition["status"]): Node {
      const conditions = read.status?.conditions ?? [];
      return having(
        read,
        conditions.map((each) => (each.type === type ? { ...each, status } : each)),
      );
    }

    test("conditions that another writer adds and changes between our read and our write stay", async () => {
      // given an object that was read, to which another writer adds a condition and changes one
      const read = await nodeWith("added", "Ours", "Theirs");
      await writeCondition("added", "Theirs", "True");
      await writeCondition("added", "New", "True");
      // when the client writes its own
      const mark = requests.length;
      await patchChanges(client, Node, read, withCondition(read, "Ours", "True"));
      // then all conditions are present, at the cost of one more read and write
      const stored = await client.get(Node, { name: "added" });
      expect(stored.status?.conditions?.map(({ type, status }) => `${type}=${status}`).sort()).toEqual([
        "New=True",
        "Ours=True",
        "Theirs=True",
      ]);
      expect(requests.slice(mark).map(({ verb, status }) => `${verb} ${status}`)).toEqual([
        "patch 409",
        "get 200",
        "patch 200",
        "get 200",
      ]);
    });

    test("a condition that both changed is a conflict, and the other writer's value stays", async () => {
      const read = await nodeWith("same", "Shared");
      await writeCondition("same", "Shared", "Unknown");
      await expect(patchChanges(client, Node, read, withCondition(read, "Shared", "True"))).rejects.toMatchObject({
        reason: "Conflict",
      });
      expect((await client.get(Node, { name: "same" })).status?.conditions).toMatchObject([{ status: "Unknown" }]);
    });

    test("a write based on a deleted object does not reach its successor of the same name", async () => {
      // given an object that is deleted and recreated after it was read
      const read = await nodeWith("recreated", "Ours");
      await client.delete(Node, { name: "recreated" });
      await nodeWith("recreated", "Ours");
      // when a reconcile of the old object continues, then each of its writes is a conflict
      const labeled = { ...read, metadata: { ...read.metadata, labels: { of: "the old one" } } };
      const changes = [labeled, withCondition(read, "Ours", "True"), { ...read, status: { phase: "Old" } } as Node];
      for (const after of changes) {
        await expect(patchChanges(client, Node, read, after)).rejects.toMatchObject({ reason: "Conflict" });
      }
      const stored = await client.get(Node, { name: "recreated" });
      expect(stored.metadata.labels?.of).toBeUndefined();
      expect(stored.status?.conditions).toMatchObject([{ status: "False" }]);
    });
  });
});
