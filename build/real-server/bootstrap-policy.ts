import { type Body } from "../../packages/apiserver/test/conformance/target.ts";
import { type GeneratedFile, generatedIn, objectsOf } from "./generated-file.ts";

const root = "/apis/rbac.authorization.k8s.io/v1";
const kinds = {
  clusterroles: "ClusterRole",
  clusterrolebindings: "ClusterRoleBinding",
  roles: "Role",
  rolebindings: "RoleBinding",
};

/** The roles and bindings of a server. */
export const bootstrapPolicy: GeneratedFile = {
  what: "the roles and bindings",
  file: generatedIn("bootstrap/policy"),
  rbac: true,
  source: async (wire) => `import { type BootstrapObject } from "./bootstrap-object.ts";

    /** The roles and bindings that a server has from its beginning. */
    export const bootstrapPolicy: readonly BootstrapObject[] = ${JSON.stringify(await objectsOf(wire, root, kinds, described))};`,
};

/** What there is of an object before a server has stored it. */
function described(kind: string, { metadata, ...rest }: Body): object {
  const { name, namespace, labels, annotations } = metadata;
  const fields = Object.entries(rest).filter(([, value]) => value !== null);
  return { kind, metadata: { name, namespace, labels, annotations }, ...Object.fromEntries(fields) };
}
