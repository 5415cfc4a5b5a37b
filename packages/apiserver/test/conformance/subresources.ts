import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Body } from "./target.ts";

const labels = { app: "a" };
const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
const workload = { selector: { matchLabels: labels }, template };
const rule = { pathType: "Prefix", path: "/", backend: { service: { name: "a", port: { number: 80 } } } };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

/** The owners of fields, without times. */
function owners({ metadata }: Body): unknown[] {
  return metadata.managedFields.map(({ manager, operation, subresource = "", fieldsV1 }) => ({
    manager,
    operation,
    subresource,
    fieldsV1,
  }));
}

const replicas = { "f:spec": { "f:replicas": {} } };

/** A signing request whose key was discarded. */
const signingRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHIMHACAQAwDjEMMAoGA1UEAwwDYW55MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEvJhD/oL6Mdbm8Ql2vm3kYOS5foEwXrGmfvKio7SulfnBankog71O46W1oZMa
kmB9UiMk3OGSag/ljqPk1hNZhqAAMAoGCCqGSM49BAMCA0gAMEUCIQCikw3mn7xO
uvEzJB7sLgG6VT+1yb/xjnuvmUfYOq3FPAIgA57JpDC7/nn9yWSQHkR89dOeklSe
YgrOxaGPjYlhjaI=
-----END CERTIFICATE REQUEST-----\n`;

/** Subresources of built-in kinds: the fields that they change, and their owners. */
export function subresourcesSuite(suite: Suite): void {
  describe("subresources", () => {
    test("a Scale is applied to a part of its object, and its owners are those of that part", async () => {
      const { wire, namespace } = await suite.namespace();
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(`${path}?fieldManager=author`, { metadata: { name: "a" }, spec: { replicas: 1, ...workload } });
      const scale = (count: number, force: boolean) =>
        wire.patch(`${path}/a/scale?fieldManager=scaler&force=${String(force)}`, "apply", {
          apiVersion: "autoscaling/v1",
          kind: "Scale",
          metadata: { name: "a" },
          spec: { replicas: count },
        });
      const refused = await scale(2, false);
      expect(refused).toMatchObject({ status: 409, body: { reason: "Conflict" } });
      expect(refused.body.message).toBe(
        'Apply failed with 1 conflict: conflict with "author" using autoscaling/v1: .spec.replicas',
      );
      const applied = await scale(2, true);
      expect(applied).toMatchObject({ status: 200, body: { kind: "Scale", spec: { replicas: 2 } } });
      const { body } = await wire.get(`${path}/a`);
      expect(body).toMatchObject({ spec: { replicas: 2 }, metadata: { generation: 2 } });
      expect(owners(body)).toContainEqual({
        manager: "scaler",
        operation: "Apply",
        subresource: "scale",
        fieldsV1: replicas,
      });
      const put = await wire.put(`${path}/a/scale?fieldManager=autoscaler`, {
        ...applied.body,
        spec: { replicas: 3 },
      });
      expect(put).toMatchObject({ status: 200, body: { spec: { replicas: 3 } } });
      const after = owners((await wire.get(`${path}/a`)).body);
      expect(after).toContainEqual({
        manager: "autoscaler",
        operation: "Update",
        subresource: "scale",
        fieldsV1: replicas,
      });
      expect(after).not.toContainEqual(expect.objectContaining({ manager: "scaler" }));
      const stale = await wire.put(`${path}/a/scale`, applied.body);
      expect(stale).toMatchObject({ status: 409, body: { reason: "Conflict" } });
    });

    test("a Scale accepts an apply of kind Scale only, and patches of the other types", async () => {
      const { wire, namespace } = await suite.namespace();
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(path, { metadata: { name: "a" }, spec: workload });
      const apply = async (given: object, name = "a") => {
        const applied = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name }, ...given };
        const { status, body } = await wire.patch(`${path}/${name}/scale?fieldManager=x&force=true`, "apply", applied);
        return [status, body.message];
      };
      const wrong = await apply({ apiVersion: "apps/v1", kind: "Deployment" });
      expect(wrong).toEqual([400, "invalid object type: apps/v1, Kind=Deployment"]);
      const typed = "failed to create typed patch object (/a; autoscaling/v1, Kind=Scale): ";
      const unknown = await apply({ spec: { replicas: 2, x: 1 } });
      expect(unknown).toEqual([500, `${typed}.spec.x: field not declared in schema`]);
      const words = await apply({ spec: { replicas: "2" } });
      expect(words).toEqual([500, `${typed}.spec.replicas: expected numeric (int or float), got string`]);
      const problem = "spec.replicas: Invalid value: -2: must be greater than or equal to 0";
      expect(await apply({ spec: { replicas: -2 } })).toEqual([422, `Scale.autoscaling "a" is invalid: ${problem}`]);
      expect(await apply({ spec: { replicas: 2 } }, "b")).toEqual([404, 'deployments.apps "b" not found']);
      const json = await wire.patch(`${path}/a/scale`, "json", [{ op: "replace", path: "/spec/replicas", value: 4 }]);
      expect(json).toMatchObject({ status: 200, body: { kind: "Scale", spec: { replicas: 4 } } });
    });

    test.each([
      ["v1", "pods", template.spec],
      ["v1", "services", { ports: [{ port: 80 }] }],
      ["v1", "persistentvolumeclaims", claim],
      ["v1", "resourcequotas", {}],
      ["v1", "replicationcontrollers", { selector: labels, template }],
      ["apps/v1", "deployments", workload],
      ["apps/v1", "replicasets", workload],
      ["apps/v1", "daemonsets", workload],
      ["apps/v1", "statefulsets", { ...workload, serviceName: "a" }],
      ["batch/v1", "jobs", { template: { spec: { ...template.spec, restartPolicy: "Never" } } }],
      [
        "batch/v1",
        "cronjobs",
        {
          schedule: "* * * * *",
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
        },
      ],
      ["policy/v1", "poddisruptionbudgets", { selector: { matchLabels: labels } }],
      ["networking.k8s.io/v1", "ingresses", { rules: [{ http: { paths: [rule] } }] }],
    ])("metadata is written with the status of %s %s", async (version, plural, spec) => {
      const { wire, namespace } = await suite.namespace();
      const path = `/${version === "v1" ? "api" : "apis"}/${version}/namespaces/${namespace}/${plural}`;
      await wire.post(path, { metadata: { name: "a", labels: { own: "x" } }, spec });
      const reference = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "1-2-3" };
      const metadata = {
        labels: { l: "v" },
        annotations: { n: "v" },
        finalizers: ["example.io/f"],
        ownerReferences: [reference],
      };
      const { status, body } = await wire.patch(`${path}/a/status?fieldManager=m`, "merge", { metadata });
      const kept: Record<string, string> = { deployments: "f:labels", pods: "f:ownerReferences" };
      const written = ["f:annotations", "f:finalizers", "f:labels", "f:ownerReferences"];
      expect(status).toBe(200);
      expect(body.metadata).toMatchObject({
        labels: { own: "x", ...(plural === "deployments" ? {} : { l: "v" }) },
        annotations: { n: "v" },
        finalizers: expect.arrayContaining(["example.io/f"]) as unknown,
        ...(plural === "pods" ? {} : { ownerReferences: [reference] }),
      });
      const own = body.metadata.managedFields.find(({ manager }) => manager === "m");
      expect(own).toMatchObject({ operation: "Update", subresource: "status" });
      const owned = Object.keys((own?.fieldsV1 as { "f:metadata": object } | undefined)?.["f:metadata"] ?? {});
      expect(owned).toEqual(written.filter((field) => field !== kept[plural]));
    });

    test("a status write includes the metadata of a definition, but not of a custom resource", async () => {
      const { wire, widgets } = await suite.namespace();
      const metadata = { annotations: { n: "v" } };
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.io/status";
      const definition = await wire.patch(`${path}?dryRun=All`, "merge", { metadata });
      expect(definition).toMatchObject({ status: 200, body: { metadata } });
      const widget = { apiVersion: "example.io/v1", kind: "Widget", metadata: { name: "a" }, spec: { count: 1 } };
      await wire.post(widgets(), widget);
      const patched = await wire.patch(widgets("/a/status"), "merge", { metadata, status: { replicas: 1 } });
      expect(patched).toMatchObject({ status: 200, body: { status: { replicas: 1 } } });
      expect(patched.body.metadata.annotations).toBeUndefined();
    });

    test.each([
      ["an entry less", (owners: Body["metadata"]["managedFields"]) => owners.slice(1)],
      ["none", () => [{}]],
    ])("a status write with other managed fields (%s) does not change the owners", async (_what, written) => {
      const { wire, widgets } = await suite.namespace();
      const widget = { apiVersion: "example.io/v1", kind: "Widget", metadata: { name: "a" }, spec: { count: 1 } };
      const { body } = await wire.post(widgets("?fieldManager=author"), widget);
      await wire.patch(widgets("/a/status?fieldManager=reporter"), "merge", { status: { replicas: 1 } });
      const before = (await wire.get(widgets("/a"))).body;
      expect(owners(before)).toHaveLength(body.metadata.managedFields.length + 1);

      const metadata = { managedFields: written(before.metadata.managedFields) };
      const after = await wire.patch(widgets("/a/status?fieldManager=other"), "merge", { metadata });

      expect(after.status).toBe(200);
      expect(owners(after.body)).toEqual(owners(before));
    });

    test("the server has its own Service", async () => {
      const { body } = await suite.wire().get("/api/v1/namespaces/default/services/kubernetes");
      const port = Number(/server: .*:(\d+)/.exec(suite.target().kubeconfig)?.[1]);
      expect(body.metadata).toMatchObject({ labels: { component: "apiserver", provider: "kubernetes" } });
      expect(body.spec).toEqual({
        clusterIP: "10.0.0.1",
        clusterIPs: ["10.0.0.1"],
        internalTrafficPolicy: "Cluster",
        ipFamilies: ["IPv4"],
        ipFamilyPolicy: "SingleStack",
        ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
        sessionAffinity: "None",
        type: "ClusterIP",
      });
      const fields = ["f:name", "f:port", "f:protocol", "f:targetPort", "."].map((field) => [field, {}] as const);
      expect(owners(body)).toEqual([
        {
          manager: "kube-apiserver",
          operation: "Update",
          subresource: "",
          fieldsV1: {
            "f:metadata": { "f:labels": { ".": {}, "f:component": {}, "f:provider": {} } },
            "f:spec": {
              "f:clusterIP": {},
              "f:internalTrafficPolicy": {},
              "f:ipFamilyPolicy": {},
              "f:ports": { ".": {}, 'k:{"port":443,"protocol":"TCP"}': Object.fromEntries(fields) },
              "f:sessionAffinity": {},
              "f:type": {},
            },
          },
        },
      ]);
    });

    test("changes of a Deployment's template and of a Secret's type are validated", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, { metadata: { name: "a" }, spec: workload });
      const empty = { ...workload, template: { ...template, spec: { containers: [] } } };
      const put = await wire.put(`${deployments}/a`, { metadata: { name: "a" }, spec: empty });
      expect([put.status, put.body.message]).toEqual([
        422,
        'Deployment.apps "a" is invalid: spec.template.spec.containers: Required value',
      ]);
      const stringData = { ".dockercfg": "{}" };
      await wire.post(path("secrets"), { metadata: { name: "a" }, type: "kubernetes.io/dockercfg", stringData });
      const secret = await wire.put(path("secrets/a"), { metadata: { name: "a" }, stringData });
      expect([secret.status, secret.body.message]).toEqual([
        422,
        'Secret "a" is invalid: type: Invalid value: "Opaque": field is immutable',
      ]);
    });

    test("the approval of a signing request also changes its metadata", async () => {
      const { wire, namespace } = await suite.namespace();
      const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
      const request = Buffer.from(signingRequest).toString("base64");
      const name = `request-${namespace}`;
      const spec = { request, signerName: "example.io/any", usages: ["client auth"] };
      const created = await wire.post(requests, { metadata: { name }, spec });
      expect(created.status).toBe(201);
      const condition = { type: "Seen", status: "True", reason: "Test" };
      const { status, body } = await wire.patch(`${requests}/${name}/approval`, "merge", {
        metadata: { annotations: { seen: "yes" } },
        spec: { signerName: "example.io/other" },
        status: { conditions: [condition] },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        metadata: { annotations: { seen: "yes" } },
        spec,
        status: { conditions: [condition] },
      });
      await wire.delete(`${requests}/${name}`);
    });
  });
}
