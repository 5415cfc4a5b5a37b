import { type AdmissionWebhook, defineInfraCluster, Type } from "@capstan/provider";
import { expect, test } from "vitest";

type Request = Parameters<AdmissionWebhook["review"]>[0];

const BoxCluster = defineInfraCluster({
  kind: "BoxCluster",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
  admission: {},
});
const mark = { "cluster.x-k8s.io/managed-by": "somebody" };

function cluster(annotations?: Record<string, string>) {
  const metadata = { name: "one", ...(annotations === undefined ? {} : { annotations }) };
  return { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "BoxCluster", metadata, spec: {} };
}

async function problems(object: object, oldObject: object | undefined) {
  const [webhook] = BoxCluster.admissionWebhooks.filter(
    ({ kind, type }) => kind === "BoxCluster" && type === "validating",
  );
  const { group = "", version = "", kind = "" } = webhook ?? {};
  const operation = oldObject === undefined ? "CREATE" : "UPDATE";
  const asked = { operation, kind: { group, version, kind }, name: "one", dryRun: false, object };
  return (await webhook?.review({ ...asked, ...(oldObject === undefined ? {} : { oldObject }) } as Request))?.problems;
}

test("IC-015: an externally managed InfraCluster cannot become managed; the opposite is allowed", async () => {
  expect(await problems(cluster(), cluster(mark))).toEqual([
    {
      path: "metadata.annotations[cluster.x-k8s.io/managed-by]",
      message: "must not be removed; the infrastructure is managed externally",
      reason: "Forbidden",
    },
  ]);
  expect(await problems(cluster({ ...mark, other: "1" }), cluster(mark))).toEqual([]);
  expect(await problems(cluster(mark), cluster())).toEqual([]);
  expect(await problems(cluster(mark), undefined)).toEqual([]);
  expect(await problems(cluster(), cluster())).toEqual([]);
});
