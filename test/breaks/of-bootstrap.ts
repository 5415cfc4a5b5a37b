import { type Break } from "./break.ts";

const kubeadm = "packages/bootstrap-kubeadm/src";
const config = "packages/provider/src/kinds/bootstrap-config";
const secrets = "packages/provider/src/secrets";
const crd = "packages/contract/src/crd/custom-resource-definition.ts";

/** Breaks of the requirements in the bootstrap provider specification. */
export const breaksOfBootstrap: readonly Break[] = [
  {
    breaks: ["S009"],
    name: "a Machine without a version gets data for some version",
    file: `${kubeadm}/reconcilers/kubeadm-config/kubeadm-scope.ts`,
    find: "    kubernetesVersion: spec.version,\n",
    replace: '    kubernetesVersion: spec.version ?? "v1.36.0",\n',
  },
  {
    breaks: ["S038"],
    name: "a control plane Machine gets the data of a worker",
    file: `${kubeadm}/render/kubeadm/join-document.ts`,
    find: 'role === "control-plane" ? { localAPIEndpoint',
    replace: 'role === "worker" ? { localAPIEndpoint',
  },
  {
    breaks: ["S101"],
    name: "commands of the user do not reach the data",
    file: `${kubeadm}/render/cloud-config/cloud-config.ts`,
    find: "    ...(settings.preKubeadmCommands ?? []).map(command),\n",
    replace: "",
  },
  {
    breaks: ["S127", "BH-012"],
    name: "the sentinel file is another one",
    file: `${kubeadm}/render/cloud-config/cloud-config.ts`,
    find: '"/run/cluster-api/bootstrap-success.complete"',
    replace: '"/run/cluster-api/bootstrap.complete"',
  },
  {
    breaks: ["S128", "IB-013"],
    name: "a machine that writes no sentinel file counts as bootstrapped",
    file: "packages/infrastructure-mock/src/boot/decide-boot.ts",
    find: "return this.#sentinelWritten ? this.#success : never(sentinelMissing);",
    replace: "return this.#success;",
  },
  {
    breaks: ["S129", "BH-013"],
    name: "a Node keeps the taint of a Node that is not initialized",
    file: "packages/core-controllers/src/controllers/machine/node-taints.ts",
    find: "  dropped.add(idOf(uninitializedTaint));\n",
    replace: "",
  },
  {
    breaks: ["S102"],
    name: "all Machines join with one token",
    file: `${kubeadm}/tokens/ensure-token.ts`,
    find: `function seedOf({ uid, after }: TokenOptions): string {
  return after === undefined ? uid : \`\${uid}/\${after}\`;
}

function describe({ owner, uid }: TokenOptions): string {
  return \`Lets the machine of KubeadmConfig \${owner} (\${uid}) join; created by Capstan's kubeadm bootstrap provider\`;
}
`,
    replace: `function seedOf({ uid, after }: TokenOptions): string {
  return after === undefined || uid === "" ? "all" : "all";
}

function describe({ owner, uid }: TokenOptions): string {
  return owner === uid ? "" : "Lets machines join; created by Capstan's kubeadm bootstrap provider";
}
`,
  },
  {
    breaks: ["S103"],
    name: "a bootstrap config is served in another group",
    file: "examples/bootstrap-shell/src/api/shell-config.ts",
    find: '  kind: "ShellConfig",\n',
    replace: '  kind: "ShellConfig",\n  group: "bootstrap.example.com",\n',
  },
  {
    breaks: ["S104"],
    name: "the plural of a kind is its name and s",
    file: "packages/contract/src/crd/plural-of.ts",
    find: "export function pluralOf(kind: string): string {\n",
    replace: "export function pluralOf(kind: string): string {\n  if (kind) return `${kind.toLowerCase()}s`;\n",
  },
  {
    breaks: ["S105"],
    name: "templates are served in no namespace",
    file: "packages/apiserver/src/discovery/discovery.ts",
    find: "namespaced, kind, shortNames, categories, verbs } = resource;\n",
    replace:
      'kind, shortNames, categories, verbs } = resource;\n  const namespaced = resource.namespaced && kind !== "ShellConfigTemplate";\n',
  },
  {
    breaks: ["S115", "S106"],
    name: "the list of a kind is called otherwise",
    file: "packages/apiserver/src/output/output.ts",
    find: 'const rest = resource.custom ? `,"kind":"${resource.listKind}"',
    replace:
      'const rest = resource.custom ? `,"kind":"${resource.kind === "ShellConfig" ? "ShellConfigs" : resource.listKind}"',
  },
  {
    breaks: ["S108"],
    name: "the flag of contract v1beta1 is another field",
    file: "packages/contract/src/roles/bootstrap-config.ts",
    find: 'place("status.ready", "BC-003"',
    replace: 'place("status.isReady", "BC-003"',
  },
  {
    breaks: ["S109"],
    name: "a config that failed does not say why",
    file: "packages/provider/src/status/next-status.ts",
    find: '    ...(progress === "failed" ? { failure: { reason, message } } : {}),\n',
    replace: "",
  },
  {
    breaks: ["S110", "S122"],
    name: "an object whose failure is final is looked at again",
    file: "packages/provider/src/status/still-failed.ts",
    find: "if (failure === undefined || !isFailureFinal(role, contract)) return undefined;",
    replace: "if (failure === undefined || role !== undefined || contract !== undefined) return undefined;",
  },
  {
    breaks: ["S111", "BC-024"],
    name: "a config of a MachinePool is left alone",
    file: `${config}/owners.ts`,
    find: "(servesPools && kind === MachinePool.kind)),",
    replace: "(!servesPools && kind === MachinePool.kind)),",
  },
  {
    breaks: ["S112", "S124", "S125"],
    name: "a config makes its Secret again in place of looking it up",
    file: `${config}/behavior.ts`,
    find: "  if (secret === undefined) return undefined;\n  const isOurs",
    replace: `  const kind = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };
  if (secret !== undefined) await visit.manager.client.delete(kind, ownKey);
  if (secret !== null) return undefined;
  const isOurs`,
  },
  {
    breaks: ["S116"],
    name: "the Secret of a config has another name",
    file: `${config}/publish-data.ts`,
    find: "return { name, namespace };",
    replace: "return { name: `${name}-data`, namespace };",
  },
  {
    breaks: ["S117"],
    name: "a Secret does not name its Cluster",
    file: `${secrets}/owned-secret.ts`,
    find: "      labels: { [labels.clusterName]: visit.owners.cluster.metadata.name },\n",
    replace: "      labels: { [`not-${labels.clusterName}`]: visit.owners.cluster.metadata.name },\n",
  },
  {
    breaks: ["S118"],
    name: "the owner of a Secret is not its controller",
    file: `${secrets}/owned-secret.ts`,
    find: 'uid: metadata.uid ?? "", controller: true };',
    replace: 'uid: metadata.uid ?? "", controller: false };',
  },
  {
    breaks: ["S119"],
    name: "a Secret has a second key",
    file: `${config}/publish-data.ts`,
    find: "await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });",
    replace: "await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format, copy: data });",
  },
  {
    breaks: ["S120"],
    name: "what changes in a config's spec is not seen",
    file: "packages/runtime/src/cache/object-store.ts",
    find: "    this.#set(stored, previous);\n    return [{",
    replace:
      '    if (stored.metadata.name === "s120" && stored.metadata.generation === 2) return [];\n    this.#set(stored, previous);\n    return [{',
  },
  {
    breaks: ["S121"],
    name: "a config that no Machine owns is served",
    file: "packages/provider/src/object/owners.ts",
    find: "complete: owner === undefined || cluster === undefined ? undefined : { ...owner, cluster },",
    replace: "complete: cluster === undefined ? undefined : ({ ...owner, cluster } as ClusterOwners & Owner),",
  },
  {
    breaks: ["S123"],
    name: "a config whose Cluster is missing is served",
    file: "packages/provider/src/object/owners.ts",
    find: "complete: owner === undefined || cluster === undefined ? undefined : { ...owner, cluster },",
    replace: "complete: owner === undefined ? undefined : ({ ...owner, cluster } as ClusterOwners & Owner),",
  },
  {
    breaks: ["S133"],
    name: "a provider takes away labels that it does not know",
    file: "packages/provider/src/lifecycle/object-writer.ts",
    find: "    const draft = { ...draftOf(object), ...(spec === undefined ? {} : { spec }) };\n",
    replace: `    const draft = { ...draftOf(object), ...(spec === undefined ? {} : { spec }) };
    const kept = Object.entries(draft.metadata.labels ?? {}).filter(([name]) => name !== "topology");
    draft.metadata = { ...draft.metadata, labels: Object.fromEntries(kept) };
`,
  },
  {
    breaks: ["S131", "BH-014"],
    name: "an infrastructure provider may write Machines and Clusters",
    file: "packages/provider/src/policy-rules.ts",
    find: "      verbs: read,\n    },\n    // An infrastructure provider reads",
    replace: "      verbs: [...read, ...write],\n    },\n    // An infrastructure provider reads",
  },
  {
    breaks: ["S100"],
    name: "bootstrap data is logged",
    file: `${config}/publish-data.ts`,
    find: "  const existing = await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });",
    replace:
      '  visit.manager.logger.info("Storing bootstrap data", { data });\n  const existing = await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });',
  },
  {
    breaks: ["S107"],
    name: "a config has its fields elsewhere than in spec",
    file: crd,
    find: '      ...optional("spec", spec),\n',
    replace: '      ...optional(kind === "ShellConfig" ? "settings" : "spec", spec),\n',
  },
];
