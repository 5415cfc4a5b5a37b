import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { eventually, type Wire } from "./target.ts";

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";
const schemas = `${group}/flowschemas`;
const levels = `${group}/prioritylevelconfigurations`;

/** FlowSchemas, PriorityLevelConfigurations, and their assignment to requests. */
export function flowControlSuite(suite: Suite): void {
  const level = async (wire: Wire) => {
    const name = `level-${randomUUID()}`;
    const spec = { type: "Limited", limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" } } };
    const { body } = await wire.post(levels, { metadata: { name }, spec });
    return { name, uid: body.metadata.uid };
  };
  const schema = async (wire: Wire, of: { level: string; user: string; rules?: object }) => {
    const name = `schema-${randomUUID()}`;
    const nonResourceRules = [{ verbs: ["get"], nonResourceURLs: ["/version"] }];
    const resourceRules = [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"], namespaces: ["default"] }];
    const subjects = [{ kind: "User", user: { name: of.user } }];
    const rules = [{ subjects, nonResourceRules, resourceRules }];
    const spec = { matchingPrecedence: 500, priorityLevelConfiguration: { name: of.level }, rules };
    const { status, body } = await wire.post(schemas, { metadata: { name }, spec });
    expect([status, body.status]).toEqual([201, {}]);
    return { name, uid: body.metadata.uid };
  };
  const dangling = (wire: Wire, name: string, status: string) =>
    eventually(
      () => wire.get(`${schemas}/${name}`),
      ({ body }) => body.status.conditions?.[0]?.status === status,
    );
  const flowOf = (wire: Wire, path: string, user = "", groups = ["system:authenticated"]) =>
    wire
      .send("GET", path, undefined, user === "" ? {} : { "impersonate-user": user, "impersonate-group": groups })
      .then(({ headers }) => [headers["x-kubernetes-pf-flowschema-uid"], headers["x-kubernetes-pf-prioritylevel-uid"]]);

  describe("flow control", () => {
    test("every server has the default schemas and levels", async () => {
      const wire = suite.wire();
      const [ofSchemas, ofLevels] = await Promise.all([wire.get(schemas), wire.get(levels)]);
      const names = (of: typeof ofSchemas) => of.body.items.map(({ metadata }) => metadata.name);
      expect(names(ofSchemas)).toEqual(
        expect.arrayContaining(["catch-all", "exempt", "global-default", "probes", "service-accounts", "system-nodes"]),
      );
      expect(names(ofLevels)).toEqual(
        expect.arrayContaining(["catch-all", "exempt", "global-default", "leader-election", "node-high", "system"]),
      );
      expect(ofLevels.body.items.find(({ metadata }) => metadata.name === "exempt")).toMatchObject({
        metadata: { generation: 1, annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      });
    });

    test("a schema reports whether its level exists", async () => {
      const wire = suite.wire();
      const { name } = await schema(wire, { level: "missing", user: "no-one" });
      const { body } = await dangling(wire, name, "True");
      const about = 'This FlowSchema references the PriorityLevelConfiguration object named "missing"';
      expect(body.status.conditions).toMatchObject([
        { type: "Dangling", status: "True", reason: "NotFound", message: `${about} but there is no such object` },
      ]);
      expect(body.metadata.managedFields[0]).toMatchObject({
        manager: "api-priority-and-fairness-config-consumer-v1",
        operation: "Apply",
        subresource: "status",
      });
      const { name: known } = await level(wire);
      await wire.patch(`${schemas}/${name}`, "merge", { spec: { priorityLevelConfiguration: { name: known } } });
      expect((await dangling(wire, name, "False")).body.status.conditions).toMatchObject([
        { reason: "Found", message: `${about.replace("missing", known)} and it exists` },
      ]);
      await wire.delete(`${schemas}/${name}`);
      await wire.delete(`${levels}/${known}`);
    });

    test("responses name the schema and the level of the request", async () => {
      const wire = suite.wire();
      const user = `jane-${randomUUID()}`;
      const own = await level(wire);
      const { name, uid } = await schema(wire, { level: own.name, user });
      await dangling(wire, name, "False");
      const uidOf = async (path: string) => (await wire.get(path)).body.metadata.uid;
      const expected = async (flow: string, of = flow) => [
        await uidOf(`${schemas}/${flow}`),
        await uidOf(`${levels}/${of}`),
      ];
      const classified = () => flowOf(wire, "/version", user);
      const asJane = () => wire.send("GET", "/version", undefined, { "impersonate-user": user });
      await eventually(asJane, ({ headers }) => headers["x-kubernetes-pf-flowschema-uid"] === uid);
      expect(await classified()).toEqual([uid, own.uid]);
      // Also for users whose request is rejected.
      expect(await flowOf(wire, "/api/v1/namespaces/default/configmaps", user)).toEqual([uid, own.uid]);
      const others = await expected("global-default");
      for (const path of ["/api/v1/configmaps", "/api/v1/namespaces/other/configmaps", "/api/v1/pods", "/versions"]) {
        expect(await flowOf(wire, path, user)).toEqual(others);
      }
      expect(await flowOf(wire, "/livez", user)).toEqual(await expected("probes", "exempt"));
      expect(await flowOf(wire, "/version")).toEqual(await expected("exempt"));
      expect(await flowOf(wire, "/version", "system:serviceaccount:a:b")).toEqual(others);
      const accounts = ["system:serviceaccounts", "system:authenticated"];
      expect(await flowOf(wire, "/version", "system:serviceaccount:a:b", accounts)).toEqual(
        await expected("service-accounts", "workload-low"),
      );
      expect(await flowOf(wire, "/version", "system:serviceaccount:kube-system:b", accounts)).toEqual(
        await expected("kube-system-service-accounts", "workload-high"),
      );
      expect(await flowOf(wire, "/version", "x", ["system:nodes"])).toEqual(await expected("system-nodes", "system"));
      const { text } = await wire.get("/metrics");
      expect(text).toMatch(
        new RegExp(`^apiserver_flowcontrol_nominal_limit_seats\\{priority_level="${own.name}"\\} 12$`, "m"),
      );
      await wire.delete(`${schemas}/${name}`);
      await wire.delete(`${levels}/${own.name}`);
    });

    test("unauthenticated requests and rejected impersonations have no schema or level", async () => {
      const stranger = suite.anonymous();
      expect(await flowOf(stranger, "/version", "jane")).toEqual([undefined, undefined]);
      expect(await flowOf(stranger, "/version")).toEqual([expect.any(String), expect.any(String)]);
    });

    test("the fixed fields of default schemas and levels cannot be changed", async () => {
      const wire = suite.wire();
      const change = async (path: string, spec: object) => {
        const { status, body } = await wire.patch(`${path}?dryRun=All`, "merge", { spec });
        return status === 200
          ? 200
          : body.details.causes.map(({ field, message }) => [field, message.replace(/\{.*\}: /, "")]);
      };
      const refused = (what: string) => [["spec", `Invalid value: ${what} must equal the fixed value`]];
      expect(await change(`${schemas}/exempt`, { rules: [] })).toEqual(refused("spec of 'exempt'"));
      expect(await change(`${schemas}/catch-all`, { matchingPrecedence: 9_999 })).toEqual(
        refused("spec of 'catch-all'"),
      );
      expect(await change(`${schemas}/global-default`, { matchingPrecedence: 9_901 })).toBe(200);
      expect(await change(`${levels}/exempt`, { exempt: { lendablePercent: 5 } })).toBe(200);
      const limited = { nominalConcurrencyShares: 6 };
      expect(await change(`${levels}/catch-all`, { limited })).toEqual(refused("spec of 'catch-all'"));
    });
  });
}
