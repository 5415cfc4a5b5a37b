import type { DeepReadonly } from "@capstan/contract";
import type { Secret } from "@capstan/runtime";
import { expect, test } from "vitest";
import { kubeconfigProblem } from "../src/controllers/cluster/kubeconfig-problem.ts";
import { clusterObject } from "./scene/objects.ts";

const encode = (text: string) => Buffer.from(text).toString("base64");
const at = { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } };
const remedy = "delete it if an earlier Cluster left it";

function secret(data: Record<string, string>, type = "cluster.x-k8s.io/secret"): DeepReadonly<Secret> {
  return { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, type, data };
}

function kubeconfig(server: string, certificate: string, type?: string): DeepReadonly<Secret> {
  const cluster = { server, "certificate-authority-data": encode(certificate) };
  const document = {
    "current-context": "b",
    contexts: [
      { name: "a", context: { cluster: "other", user: "u" } },
      { name: "b", context: { cluster: "c1", user: "u" } },
    ],
    clusters: [
      { name: "other", cluster: { server: "https://192.0.2.1" } },
      { name: "c1", cluster },
    ],
  };
  return secret({ value: encode(JSON.stringify(document)) }, type);
}

const right = "https://10.0.0.1:6443";
const authority = secret({ "tls.crt": encode("CA\n") });
const wrongServer = `Secret c1-kubeconfig has another server than the Cluster's endpoint ${right}; ${remedy}`;
const wrongAuthority = `Secret c1-kubeconfig has another certificate authority than Secret c1-ca; ${remedy}`;

test.each<{
  given: string;
  spec?: object;
  held: DeepReadonly<Secret>;
  by?: DeepReadonly<Secret> | undefined;
  answers?: boolean;
  problem: string | undefined;
}>([
  { given: "one that was made for it", held: kubeconfig(right, "CA"), problem: undefined },
  { given: "one for another server", held: kubeconfig("https://10.0.0.2:6443", "CA"), problem: wrongServer },
  { given: "one of another authority", held: kubeconfig(right, "old CA"), problem: wrongAuthority },
  {
    given: "another address at which the Cluster answers",
    held: kubeconfig("https://10.0.0.2:6443", "CA"),
    answers: true,
    problem: undefined,
  },
  {
    given: "another address that answers, where no authority is known",
    held: kubeconfig("https://10.0.0.2:6443", "CA"),
    by: undefined,
    answers: true,
    problem: undefined,
  },
  {
    given: "an authority that was rotated, with which the Cluster answers",
    held: kubeconfig(right, "new CA"),
    answers: true,
    problem: undefined,
  },
  {
    given: "one of another cluster that answers",
    held: kubeconfig("https://10.0.0.2:6443", "old CA"),
    answers: true,
    problem: wrongServer,
  },
  { given: "an authority that is not known", held: kubeconfig(right, "old CA"), by: undefined, problem: undefined },
  { given: "a certificate that ends in a line break", held: kubeconfig(right, "CA\n\n"), problem: undefined },
  {
    given: "an authority whose certificate is empty",
    held: kubeconfig(right, "old CA"),
    by: secret({ "tls.crt": "" }),
    problem: undefined,
  },
  { given: "an authority without certificate", held: kubeconfig(right, "old CA"), by: secret({}), problem: undefined },
  { given: "no endpoint yet", spec: {}, held: kubeconfig("https://10.0.0.2:6443", "CA"), problem: undefined },
  {
    given: "an IPv6 endpoint",
    spec: { controlPlaneEndpoint: { host: "fd00::1", port: 443 } },
    held: kubeconfig("https://[fd00::1]:443", "CA"),
    problem: undefined,
  },
  {
    given: "a user's own",
    held: kubeconfig("https://10.0.0.2:6443", "old CA", "Opaque"),
    problem: undefined,
  },
  {
    given: "a control plane provider, which makes its own",
    spec: { ...at, controlPlaneRef: { apiGroup: "g.io", kind: "Plane", name: "p" } },
    held: kubeconfig("https://10.0.0.2:6443", "old CA"),
    problem: undefined,
  },
  {
    given: "a context that names no cluster, and hence the one without a name",
    held: secret({
      value: encode(
        JSON.stringify({
          "current-context": "b",
          contexts: [{ name: "b", context: {} }],
          clusters: [{ cluster: { server: "https://10.0.0.2:6443" } }],
        }),
      ),
    }),
    problem: wrongServer,
  },
  { given: "one that is not YAML", held: secret({ value: encode("{") }), problem: undefined },
  { given: "an empty one", held: secret({}), problem: undefined },
])("the kubeconfig of a Cluster, given $given", ({ spec = at, held, problem, answers = false, ...rest }) => {
  const known = "by" in rest ? rest.by : authority;
  expect(kubeconfigProblem(clusterObject({ spec }), held, { authority: known, answers })).toBe(problem);
});
