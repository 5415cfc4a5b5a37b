import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Answer, type Body, eventually } from "./target.ts";
import { widget } from "./widgets.ts";

const isGone = ({ status }: Answer): boolean => status === 404;

function reference(owner: Body, more: object = {}): object {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    ...more,
  };
}

/** Finalizers, propagation, garbage collection, namespaces. */
export function deletionSuite(suite: Suite): void {
  // Each test has its own namespace, and some wait long for the controllers of the real server.
  describe.concurrent("deletion", () => {
    test("an object without finalizers is deleted immediately, and the answer identifies it", async () => {
      const { wire, widgets } = await suite.namespace();
      const { body } = await wire.post(widgets(), widget("a"));
      expect(await wire.delete(widgets("/a"))).toMatchObject({
        status: 200,
        body: {
          kind: "Status",
          status: "Success",
          details: { name: "a", group: "example.io", kind: "widgets", uid: body.metadata.uid },
        },
      });
      expect((await wire.get(widgets("/a"))).status).toBe(404);
      expect((await wire.delete(widgets("/a"))).status).toBe(404);
    });

    test("finalizers block deletion, can only be removed, and the last removal deletes the object", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1 }, { finalizers: ["example.io/one", "example.io/two"] }));
      const { body: marked } = await wire.delete(widgets("/a"));
      expect(marked.metadata).toMatchObject({
        deletionGracePeriodSeconds: 0,
        generation: 2,
        finalizers: ["example.io/one", "example.io/two"],
      });
      expect(marked.metadata.deletionTimestamp).toMatch(/Z$/);
      const again = await wire.delete(widgets("/a"));
      expect(again.body.metadata.resourceVersion).toBe(marked.metadata.resourceVersion);
      const added = await wire.patch(widgets("/a"), "merge", {
        metadata: { finalizers: ["example.io/one", "example.io/three"] },
      });
      expect(added.status).toBe(422);
      expect(added.body.message).toBe(
        'Widget.example.io "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.io/three"}',
      );
      const fewer = await wire.patch(widgets("/a"), "merge", { metadata: { finalizers: ["example.io/two"] } });
      expect(fewer.body.metadata.finalizers).toEqual(["example.io/two"]);
      expect((await wire.patch(widgets("/a"), "merge", { metadata: { finalizers: null } })).status).toBe(200);
      expect((await wire.get(widgets("/a"))).status).toBe(404);
    });

    test("preconditions on uid and resourceVersion are checked", async () => {
      const { wire, path } = await suite.namespace();
      const { body } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
      const { uid } = body.metadata;
      expect(await wire.delete(path("configmaps/a"), { preconditions: { uid: "other" } })).toMatchObject({
        status: 409,
        body: {
          reason: "Conflict",
          message: `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
        },
      });
      expect((await wire.delete(path("configmaps/a"), { preconditions: { resourceVersion: "1" } })).status).toBe(409);
      const preconditions = { uid, resourceVersion: body.metadata.resourceVersion };
      expect((await wire.delete(path("configmaps/a"), { preconditions })).status).toBe(200);
    });

    test("dependents are deleted after their last owner", async () => {
      const { wire, path } = await suite.namespace();
      const { body: one } = await wire.post(path("configmaps"), { metadata: { name: "one" } });
      const { body: two } = await wire.post(path("configmaps"), { metadata: { name: "two" } });
      await wire.post(path("secrets"), {
        metadata: { name: "both", ownerReferences: [reference(one), reference(two)] },
      });
      await wire.delete(path("configmaps/one"), { propagationPolicy: "Background" });
      const left = await eventually(
        () => wire.get(path("secrets/both")),
        ({ body }) => body.metadata.ownerReferences?.length === 1,
      );
      expect(left.body.metadata.ownerReferences).toEqual([reference(two)]);
      await wire.delete(path("configmaps/two"));
      expect((await eventually(() => wire.get(path("secrets/both")), isGone)).status).toBe(404);
    });

    test("an object whose owner never existed is collected", async () => {
      const { wire, path } = await suite.namespace();
      const ownerReferences = [
        { apiVersion: "v1", kind: "ConfigMap", name: "never", uid: "6f9619ff-8b86-d011-b42d-00c04fc964ff" },
      ];
      await wire.post(path("secrets"), { metadata: { name: "a", ownerReferences } });
      expect((await eventually(() => wire.get(path("secrets/a")), isGone)).status).toBe(404);
    });

    test("foreground deletion waits for blocking dependents", async () => {
      const { wire, path } = await suite.namespace();
      const { body: owner } = await wire.post(path("configmaps"), { metadata: { name: "owner" } });
      const ownerReferences = [reference(owner, { blockOwnerDeletion: true })];
      await wire.post(path("secrets"), {
        metadata: { name: "held", ownerReferences, finalizers: ["example.io/hold"] },
      });
      const { body } = await wire.delete(path("configmaps/owner"), { propagationPolicy: "Foreground" });
      expect(body.metadata.finalizers).toEqual(["foregroundDeletion"]);
      const held = await eventually(
        () => wire.get(path("secrets/held")),
        (answer) => answer.body.metadata.deletionTimestamp !== undefined,
      );
      expect(held.body.metadata.deletionTimestamp).toBeDefined();
      expect((await wire.get(path("configmaps/owner"))).status).toBe(200);
      await wire.patch(path("secrets/held"), "merge", { metadata: { finalizers: null } });
      expect((await eventually(() => wire.get(path("configmaps/owner")), isGone)).status).toBe(404);
    });

    test("a ring of owners is deleted in the foreground, though each blocks the next", async () => {
      const { wire, path } = await suite.namespace();
      const names = ["a", "b", "c"] as const;
      const before = { a: "c", b: "a", c: "b" } as const;
      for (const name of names) await wire.post(path("configmaps"), { metadata: { name } });
      for (const name of names) {
        const { body: owner } = await wire.get(path(`configmaps/${before[name]}`));
        const ownerReferences = [reference(owner, { blockOwnerDeletion: true })];
        await wire.patch(path(`configmaps/${name}`), "merge", { metadata: { ownerReferences } });
      }
      await wire.delete(path("configmaps/a"), { propagationPolicy: "Foreground" });
      for (const name of names) {
        expect((await eventually(() => wire.get(path(`configmaps/${name}`)), isGone)).status).toBe(404);
      }
    });

    test("an object that owns itself blocks its own deletion until the owner reference is removed", async () => {
      const { wire, path } = await suite.namespace();
      const { body: self } = await wire.post(path("configmaps"), { metadata: { name: "self" } });
      const ownerReferences = [reference(self, { blockOwnerDeletion: true })];
      await wire.patch(path("configmaps/self"), "merge", { metadata: { ownerReferences } });
      const { body: other } = await wire.post(path("configmaps"), { metadata: { name: "other" } });
      await wire.post(path("secrets"), { metadata: { name: "of-other", ownerReferences: [reference(other)] } });
      await wire.delete(path("configmaps/self"), { propagationPolicy: "Foreground" });
      await wire.delete(path("configmaps/other"), { propagationPolicy: "Background" });
      expect((await eventually(() => wire.get(path("secrets/of-other")), isGone)).status).toBe(404);
      expect((await wire.get(path("configmaps/self"))).body.metadata.finalizers).toEqual(["foregroundDeletion"]);
      await wire.patch(path("configmaps/self"), "merge", { metadata: { ownerReferences: null } });
      expect((await eventually(() => wire.get(path("configmaps/self")), isGone)).status).toBe(404);
    });

    test("a dependent with another owner does not block its owner's foreground deletion", async () => {
      const { wire, path } = await suite.namespace();
      const { body: one } = await wire.post(path("configmaps"), { metadata: { name: "one" } });
      const { body: two } = await wire.post(path("configmaps"), { metadata: { name: "two" } });
      const ownerReferences = [one, two].map((owner) => reference(owner, { blockOwnerDeletion: true }));
      await wire.post(path("secrets"), { metadata: { name: "both", ownerReferences } });
      await wire.delete(path("configmaps/one"), { propagationPolicy: "Foreground" });
      expect((await eventually(() => wire.get(path("configmaps/one")), isGone)).status).toBe(404);
      expect((await wire.get(path("secrets/both"))).body.metadata.ownerReferences).toEqual([
        reference(two, { blockOwnerDeletion: true }),
      ]);
    });

    test("orphaned dependents stay and lose the owner reference", async () => {
      const { wire, path } = await suite.namespace();
      const { body: owner } = await wire.post(path("configmaps"), { metadata: { name: "owner" } });
      await wire.post(path("secrets"), { metadata: { name: "kept", ownerReferences: [reference(owner)] } });
      await wire.delete(path("configmaps/owner"), { propagationPolicy: "Orphan" });
      expect((await eventually(() => wire.get(path("configmaps/owner")), isGone)).status).toBe(404);
      expect((await wire.get(path("secrets/kept"))).body.metadata.ownerReferences).toBeUndefined();
    });

    test("a collection is deleted by selector", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1 }, { labels: { go: "yes" } }));
      await wire.post(widgets(), widget("b"));
      expect((await wire.delete(`${widgets()}?labelSelector=go%3Dyes`)).status).toBe(200);
      expect((await wire.get(widgets())).body.items.map((item) => item.metadata.name)).toEqual(["b"]);
    });

    test("a namespace is emptied, rejects new objects, and is deleted after its last object", async () => {
      const { wire, widgets, path, namespace } = await suite.namespace();
      const self = `/api/v1/namespaces/${namespace}`;
      await wire.post(path("secrets"), { metadata: { name: "s" } });
      await wire.post(widgets(), widget("a", { count: 1 }, { finalizers: ["example.io/hold"] }));
      expect((await wire.delete(self)).body).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
      expect(await wire.post(path("secrets"), { metadata: { name: "late" } })).toMatchObject({
        status: 403,
        body: {
          reason: "Forbidden",
          message: `secrets "late" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
        },
      });
      expect((await eventually(() => wire.get(path("secrets/s")), isGone)).status).toBe(404);
      expect((await wire.get(self)).status).toBe(200);
      await eventually(
        () => wire.get(widgets("/a")),
        ({ body }) => body.metadata.deletionTimestamp !== undefined,
      );
      await wire.patch(widgets("/a"), "merge", { metadata: { finalizers: null } });
      expect((await eventually(() => wire.get(self), isGone)).status).toBe(404);
    });

    test("a definition that is being deleted says so, and takes no new objects", async () => {
      const { wire, namespace } = await suite.namespace();
      const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const plural = `${namespace.replaceAll("-", "")}ends`;
      const kind = `E${namespace.replaceAll("-", "")}`;
      const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }];
      await wire.post(definitions, {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: `${plural}.short.io` },
        spec: { group: "short.io", scope: "Namespaced", names: { plural, kind }, versions },
      });
      const objects = `/apis/short.io/v1/namespaces/${namespace}/${plural}`;
      const object = (name: string, finalizers: readonly string[] = []) => ({
        apiVersion: "short.io/v1",
        kind,
        metadata: { name, finalizers },
      });
      await eventually(
        () => wire.get(objects),
        ({ status }) => status === 200,
      );
      await eventually(
        () => wire.post(objects, object("a", ["example.io/held"])),
        ({ status }) => status === 201 || status === 409,
      );
      const own = `${definitions}/${plural}.short.io`;
      const terminating = ({ body }: Answer) => body.status.conditions?.find(({ type }) => type === "Terminating");
      expect(terminating(await wire.delete(own))).toMatchObject({
        status: "True",
        reason: "InstanceDeletionPending",
        message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
      });
      const deleting = await eventually(
        () => wire.get(own),
        (answer) => terminating(answer)?.reason === "InstanceDeletionInProgress",
      );
      expect(terminating(deleting)).toMatchObject({
        status: "True",
        message: "CustomResource deletion is in progress",
      });
      const refused = await eventually(
        () => wire.post(objects, object("b")),
        ({ status }) => status === 403,
      );
      expect(refused.body).toMatchObject({
        reason: "Forbidden",
        message: `${plural}.short.io "b" is forbidden: create not allowed while custom resource definition is terminating`,
      });
      expect((await wire.patch(`${objects}/a`, "merge", { metadata: { finalizers: null } })).status).toBe(200);
      expect((await eventually(() => wire.get(own), isGone)).status).toBe(404);
    });

    test("a definition is deleted with its objects", async () => {
      const { wire, namespace } = await suite.namespace();
      const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const name = `${namespace.replaceAll("-", "")}s.short.io`;
      const schema = { openAPIV3Schema: { type: "object" } };
      const spec = {
        group: "short.io",
        scope: "Namespaced",
        names: { plural: name.split(".")[0], kind: `K${namespace.replaceAll("-", "")}` },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      };
      await wire.post(definitions, {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name },
        spec,
      });
      const objects = `/apis/short.io/v1/namespaces/${namespace}/${spec.names.plural ?? ""}`;
      await eventually(
        () => wire.get(objects),
        ({ status }) => status === 200,
      );
      await wire.post(objects, { apiVersion: "short.io/v1", kind: spec.names.kind, metadata: { name: "a" } });
      await wire.delete(`${definitions}/${name}`);
      expect((await eventually(() => wire.get(`${definitions}/${name}`), isGone)).status).toBe(404);
      expect((await eventually(() => wire.get(objects), isGone)).status).toBe(404);
    });
  });
}
