import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };

function deployment(spec: object = {}, container: object = {}): object {
  const own = { ...template, spec: { containers: [{ name: "a", image: "a", ...container }] } };
  return { metadata: { name: "a" }, spec: { selector: { matchLabels: { app: "a" } }, template: own, ...spec } };
}

/** Built-in kinds beyond the core of the suite: their types, defaults, rejections and immutable fields. */
export function kindsSuite(suite: Suite): void {
  describe("kinds", () => {
    test.each([
      [
        { replicas: "3" },
        {},
        "cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
      ],
      [
        { replicas: 1.5 },
        {},
        "cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
      ],
      [
        { strategy: "x" },
        {},
        "cannot unmarshal string into Go struct field DeploymentSpec.spec.strategy of type v1.DeploymentStrategy",
      ],
      [
        {},
        { ports: {} },
        "cannot unmarshal object into Go struct field Container.spec.template.spec.containers.ports of type []v1.ContainerPort",
      ],
      [
        {},
        { env: [{ name: "a", value: 1 }] },
        "cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string",
      ],
      [{}, { resources: { requests: { cpu: "abc" } } }, "quantities must match the regular expression"],
      [{}, { foo: 1 }, 'strict decoding error: unknown field "spec.template.spec.containers[0].foo"'],
    ])("a Deployment with %j and a container with %j is rejected", async (spec, container, message) => {
      const { wire, namespace } = await suite.namespace();
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments?fieldValidation=Strict`;
      const answer = await wire.post(path, deployment(spec, container));
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(`Deployment in version "v1" cannot be handled as a Deployment: `);
      expect(answer.body.message).toContain(message);
    });

    test("quantities are canonical, explicit zeros are kept, and null counts as omitted", async () => {
      const { wire, namespace } = await suite.namespace();
      const requests = { cpu: 0.5, memory: "1024Mi" };
      const spec = { revisionHistoryLimit: 0, progressDeadlineSeconds: null };
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      const { body } = await wire.post(path, deployment(spec, { resources: { requests } }));
      expect(body.spec).toMatchObject({
        replicas: 1,
        revisionHistoryLimit: 0,
        progressDeadlineSeconds: 600,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
        template: { spec: { containers: [{ resources: { requests: { cpu: "500m", memory: "1Gi" } } }] } },
      });
    });

    test("only the selected strategy gets defaults, and a volume without a source becomes an emptyDir", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      const recreated = await wire.post(deployments, deployment({ strategy: { type: "Recreate" } }));
      expect(recreated.body.spec.strategy).toEqual({ type: "Recreate" });
      const containers = [
        { name: "a", image: "a:1", resources: { limits: { cpu: "1" } } },
        { name: "b", image: "b:latest" },
      ];
      const pod = await wire.post(path("pods"), {
        metadata: { name: "a" },
        spec: { containers, volumes: [{ name: "v" }] },
      });
      expect(pod.body).toMatchObject({
        spec: {
          restartPolicy: "Always",
          dnsPolicy: "ClusterFirst",
          enableServiceLinks: true,
          volumes: [{ name: "v", emptyDir: {} }],
          containers: [
            { imagePullPolicy: "IfNotPresent", resources: { limits: { cpu: "1" }, requests: { cpu: "1" } } },
            { imagePullPolicy: "Always" },
          ],
        },
        status: { phase: "Pending", qosClass: "Burstable" },
      });
    });

    test("a Service is allocated an address and a port, which it keeps", async () => {
      const { wire, path } = await suite.namespace();
      const spec = { type: "NodePort", ports: [{ port: 80 }], selector: { app: "a" } };
      const { body } = await wire.post(path("services"), { metadata: { name: "a" }, spec });
      expect(body.spec).toMatchObject({
        clusterIP: expect.stringMatching(/^10\.0\./) as unknown,
        ipFamilies: ["IPv4"],
        ipFamilyPolicy: "SingleStack",
        sessionAffinity: "None",
        internalTrafficPolicy: "Cluster",
        externalTrafficPolicy: "Cluster",
        ports: [{ protocol: "TCP", targetPort: 80, nodePort: expect.any(Number) as unknown }],
      });
      const { clusterIP } = body.spec;
      const kept = await wire.put(path("services/a"), {
        metadata: { name: "a" },
        spec: { ...spec, ports: [{ port: 81 }] },
      });
      expect(kept.body.spec).toMatchObject({ clusterIP, clusterIPs: [clusterIP] });
      const moved = await wire.patch(path("services/a"), "merge", {
        spec: { clusterIP: "None", clusterIPs: ["None"] },
      });
      expect(moved).toMatchObject({ status: 422, body: { reason: "Invalid" } });
      expect(moved.body.message).toContain("spec.clusterIPs[0]: Invalid value");
      expect(moved.body.message).toContain("may not change once set");
    });

    test.each([
      ["apps/v1", "deployments", deployment({ selector: {} }), "empty selector is invalid for deployment"],
      [
        "apps/v1",
        "deployments",
        deployment({ replicas: -1 }),
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
      ],
      [
        "apps/v1",
        "deployments",
        deployment({ selector: { matchLabels: { b: "c" } } }),
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ],
      [
        "apps/v1",
        "deployments",
        deployment({}, { image: "" }),
        "spec.template.spec.containers[0].image: Required value",
      ],
      [
        "batch/v1",
        "jobs",
        { metadata: { name: "a" }, spec: { template: { spec: template.spec } } },
        'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
      [
        "autoscaling/v2",
        "horizontalpodautoscalers",
        {
          metadata: { name: "a" },
          spec: {
            minReplicas: 5,
            maxReplicas: 3,
            scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
          },
        },
        "spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`",
      ],
      [
        "rbac.authorization.k8s.io/v1",
        "roles",
        { metadata: { name: "a" }, rules: [{ verbs: ["get"] }] },
        "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
      ],
    ])("%s %s %j is rejected", async (version, plural, object, message) => {
      const { wire, namespace } = await suite.namespace();
      const answer = await wire.post(`/apis/${version}/namespaces/${namespace}/${plural}`, object);
      expect(answer).toMatchObject({ status: 422, body: { reason: "Invalid" } });
      expect(answer.body.message).toContain(message);
    });

    test.each([
      [{ spec: { containers: [] } }, 'Pod "a" is invalid: spec.containers: Required value'],
      [{ spec: { ...template.spec, restartPolicy: "X" } }, 'supported values: "Always", "OnFailure", "Never"'],
      [
        { spec: { containers: [{ name: "a", image: "a", volumeMounts: [{ name: "v", mountPath: "/x" }] }] } },
        'spec.containers[0].volumeMounts[0].name: Not found: "v"',
      ],
    ])("a Pod %j is rejected", async (pod, message) => {
      const { wire, path } = await suite.namespace();
      const answer = await wire.post(path("pods"), { metadata: { name: "a" }, ...pod });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(message);
    });

    test("the selector of a workload and the role of a binding are immutable", async () => {
      const { wire, namespace } = await suite.namespace();
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, deployment());
      const labels = { app: "b" };
      const moved = await wire.patch(`${deployments}/a`, "merge", {
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
      });
      expect(moved.body.message).toBe(
        'Deployment.apps "a" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
      );
      const bindings = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`;
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
      await wire.post(bindings, { metadata: { name: "a" }, roleRef });
      const bound = await wire.patch(`${bindings}/a`, "merge", { roleRef: { name: "admin" } });
      expect(bound.body.message).toContain("cannot change roleRef");
    });

    test("a Deployment is scaled, and its selector is shown as a string", async () => {
      const { wire, namespace } = await suite.namespace();
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(path, deployment());
      const scaled = await wire.patch(`${path}/a/scale`, "merge", { spec: { replicas: 3 } });
      expect(scaled.body).toMatchObject({ kind: "Scale", spec: { replicas: 3 }, status: { selector: "app=a" } });
      expect((await wire.get(`${path}/a`)).body).toMatchObject({ spec: { replicas: 3 }, metadata: { generation: 2 } });
    });

    test("an autoscaler is served in two versions", async () => {
      const { wire, namespace } = await suite.namespace();
      const path = (version: string): string =>
        `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;
      const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
      const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 50 };
      await wire.post(path("v1"), { metadata: { name: "a" }, spec });
      const target = { type: "Utilization", averageUtilization: 50 };
      expect((await wire.get(`${path("v2")}/a`)).body.spec).toMatchObject({
        minReplicas: 1,
        metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
      });
      expect((await wire.get(`${path("v1")}/a`)).body.spec).toMatchObject(spec);
    });

    test("a Pod can be bound to a Node only once", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("pods"), { metadata: { name: "a" }, spec: template.spec });
      const binding = {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "a" },
        target: { kind: "Node", name: "n" },
      };
      expect(await wire.post(path("pods/a/binding"), binding)).toMatchObject({
        status: 201,
        body: { status: "Success" },
      });
      expect((await wire.get(path("pods/a"))).body).toMatchObject({
        spec: { nodeName: "n" },
        status: { conditions: [{ type: "PodScheduled", status: "True" }] },
      });
      expect((await wire.post(path("pods/a/binding"), binding)).status).toBe(409);
    });
  });
}
