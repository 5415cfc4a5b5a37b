import { type Break } from "./break.ts";

const provider = "packages/provider/src";
const plain = "test/specification/scene/plain-machines.ts";

/** Breaks of the behavior of providers, through the SDK or in their own code. */
export const breaksOfProviders: readonly Break[] = [
  {
    breaks: ["S005", "S036"],
    name: "the infrastructure provider's code is called before there is data",
    file: `${provider}/bootstrap-data/bootstrap-or-waiting.ts`,
    find: 'found.state === "unnamed" || found.state === "missing"',
    replace: '(found.state === "unnamed" && visit.object.kind !== "PlainMachine") || found.state === "missing"',
  },
  {
    breaks: ["S006"],
    name: "a Machine whose data is empty waits for data",
    file: `${provider}/bootstrap-data/read-bootstrap-data.ts`,
    find: 'if (name === "") return { state: "none" };',
    replace: 'if (name === "") return { state: "unnamed" };',
  },
  {
    breaks: ["S007", "S043"],
    name: "the instance gets a line more than the data",
    file: `${provider}/bootstrap-data/read-bootstrap-data.ts`,
    find: "const data = decode(value);",
    replace: "const data = `${decode(value)}\\n`;",
  },
  {
    breaks: ["S037", "S042"],
    name: "what changes in a Machine's annotations reaches no provider",
    file: `${provider}/related/machine-source.ts`,
    find: "    metadata.annotations,\n",
    replace: "",
  },
  {
    breaks: ["S039", "S126"],
    name: "the flag of a config comes without the name of its Secret",
    file: `${provider}/kinds/bootstrap-config/behavior.ts`,
    find: 'return { progress: "provisioned", reason, message: "", facts: { dataSecretName } };',
    replace:
      'return { progress: "provisioned", reason, message: "", facts: dataSecretName === "controlplane-0" ? {} : { dataSecretName } };',
  },
  {
    breaks: ["S044"],
    name: "an infrastructure object does not report the addresses of its instance",
    file: `${provider}/status/next-status.ts`,
    find: "    ...facts,\n    conditions,",
    replace:
      '    ...Object.fromEntries(Object.entries(facts).filter(([name]) => name !== "addresses")),\n    conditions,',
  },
  {
    breaks: ["S020", "S052", "S055", "S060"],
    name: "the id of an instance may be anything",
    file: plain,
    find: "Type.Object({ id: Type.String({ minLength: 1 }), ip:",
    replace: 'Type.Object({ id: Type.Any({ "x-kubernetes-preserve-unknown-fields": true }), ip:',
  },
  {
    breaks: ["S053"],
    name: "what a child process prints does not become the id of the instance",
    file: plain,
    find: "(await run(program, flags)).stdout.trim()",
    replace: "(await run(program, flags)).stderr.trim()",
  },
  {
    breaks: ["S054"],
    name: "an event from outside is not passed on",
    file: plain,
    find: "    this.#outside.push(createRequest(name, namespace));\n",
    replace: "",
  },
  {
    breaks: ["S031"],
    name: "an infrastructure object without an instance is refused",
    file: plain,
    find: "        instance: Type.Optional(\n",
    replace: "        instance: Object(\n",
  },
  {
    breaks: ["S049"],
    name: "data that the operator has made is not taken",
    file: `${provider}/bootstrap-data/read-bootstrap-data.ts`,
    find: "  if (secret === undefined) return",
    replace: "  if (secret?.metadata.ownerReferences === undefined) return",
  },
  {
    breaks: ["S056"],
    name: "the infrastructure of a deleted Machine stays",
    file: "packages/infrastructure-mock/src/reconcilers/mock-machine/mock-machine-reconciler.ts",
    find: 'async deleteMachine({ object }: this["DeletionScope"]) {\n',
    replace:
      'async deleteMachine({ object }: this["DeletionScope"]) {\n    if (object.metadata.name === "s056") return outcome.pending("Stays");\n',
  },
  {
    breaks: ["S057", "S061"],
    name: "the kubeadm provider serves Machines of one infrastructure only",
    file: "packages/bootstrap-kubeadm/src/reconcilers/kubeadm-config/kubeadm-scope.ts",
    find: "    kubernetesVersion: spec.version,\n",
    replace: '    kubernetesVersion: spec.infrastructureRef.kind === "MockMachine" ? spec.version : undefined,\n',
  },
  {
    breaks: ["S058"],
    name: "a plain script does not say which shell it is for",
    file: "examples/bootstrap-shell/src/render/render-script.ts",
    find: 'return ["#!/bin/sh", ',
    replace: "return [",
  },
  {
    breaks: ["S059"],
    name: "an infrastructure takes the data of one bootstrap provider only",
    file: plain,
    find: "    const { instance, fault, command } = object.spec;\n",
    replace:
      '    if (bootstrapData?.startsWith("#!") === true) return outcome.failed("NotCloudConfig", "A script");\n    const { instance, fault, command } = object.spec;\n',
  },
  {
    breaks: ["S063"],
    name: "an infrastructure provider writes the Cluster",
    file: `${provider}/kinds/infra-machine/behavior.ts`,
    find: "      const outcome = await reconciler.reconcileMachine(scope, visit.signal);\n",
    replace: `      const outcome = await reconciler.reconcileMachine(scope, visit.signal);
      const kind = { group: "cluster.x-k8s.io", version: "v1beta2", kind: "Cluster", plural: "clusters", namespaced: true };
      const { name, namespace = "" } = visit.owners.cluster.metadata;
      const body = { metadata: { annotations: { seen: "yes" } } };
      await visit.manager.client.patch(kind, { name, namespace }, { type: "merge", body });
`,
  },
  {
    breaks: ["S067", "S082"],
    name: "an infrastructure provider writes the Machine",
    file: `${provider}/kinds/infra-machine/behavior.ts`,
    find: "      const outcome = await reconciler.reconcileMachine(scope, visit.signal);\n",
    replace: `      const outcome = await reconciler.reconcileMachine(scope, visit.signal);
      const kind = { group: "cluster.x-k8s.io", version: "v1beta2", kind: "Machine", plural: "machines", namespaced: true };
      const { name, namespace = "" } = machine.metadata;
      const body = { metadata: { annotations: { seen: "yes" } } };
      await visit.manager.client.patch(kind, { name, namespace }, { type: "merge", body });
`,
  },
  {
    breaks: ["S064"],
    name: "a hook of the operator does not hold a deletion up",
    file: "packages/core-controllers/src/controllers/machine/deletion.ts",
    find: "  const hooks = hooksOf(facts.machine, annotations.preDrainDeleteHook);\n",
    replace: "  const hooks = hooksOf(facts.machine, annotations.preDrainDeleteHook).slice(1);\n",
  },
  {
    breaks: ["S073"],
    name: "a CRD that comes later enqueues no Machine",
    file: "packages/core-controllers/src/references/reference-tracker.ts",
    find: "previous !== undefined && sameLabels(definition, previous) ? []",
    replace: "previous !== undefined || sameLabels(definition, definition) ? []",
  },
  {
    breaks: ["S075"],
    name: "what changes on an infrastructure object enqueues every Machine",
    file: "packages/core-controllers/src/references/reference-tracker.ts",
    find: "enqueueMapped(kind, (object) =>\n",
    replace:
      'enqueueMapped(kind, (object) => kind.kind === "PlainMachine" ? this.#referrers.list().flatMap(this.#requestsOf) :\n',
  },
  {
    breaks: ["S077"],
    name: "the clones of all Machines of a set have one name",
    file: "packages/contract/src/machines/clone-template.ts",
    find: "      metadata: {\n        name,\n",
    replace: "      metadata: {\n        name: template.object.metadata.name,\n",
  },
  {
    breaks: ["S078", "S113"],
    name: "a clone has more in its spec than the template",
    file: "packages/contract/src/machines/clone-template.ts",
    find: "      ...content,\n",
    replace: "      ...content,\n      spec: { ...(content.spec as object), staysWhenDeleted: false },\n",
  },
  {
    breaks: ["S114"],
    name: "a clone has not the labels of the template",
    file: "packages/contract/src/machines/clone-template.ts",
    find: "          ...metadata?.labels,\n",
    replace: "",
  },
  {
    breaks: ["S079"],
    name: "a rolling update does not mind how many Machines must be available",
    file: "packages/core-controllers/src/controllers/machine-deployment/rolling-update.ts",
    find: "pending - minAvailable - newUnavailable, 0)",
    replace: "pending, 0)",
  },
  {
    breaks: ["S084", "S085"],
    name: "Secrets of a Cluster are called otherwise",
    file: "packages/contract/src/names/secrets.ts",
    find: "return `${cluster}-${purpose}`;",
    replace: "return `${purpose}-of-${cluster}`;",
  },
  {
    breaks: ["S087"],
    name: "the certificate of a workload cluster is not checked",
    file: "packages/runtime/src/client/credentials.ts",
    find: "...(cluster.skipTLSVerify ? { rejectUnauthorized: false } : {}),",
    replace: "rejectUnauthorized: false,",
  },
  {
    breaks: ["S096", "S098"],
    name: "a manager of some namespaces reads all of them",
    file: "packages/runtime/src/cache/cache.ts",
    find: "if (names.length === 0 && prefixes.length === 0) return [scope];",
    replace: "if (prefixes.length === 0) return [scope];",
  },
  {
    breaks: ["S097", "PC-010"],
    name: "a namespace that only begins like a prefix is served",
    file: "packages/runtime/src/cache/namespace-patterns.ts",
    find: "prefixes.some((start) => namespace.startsWith(start))",
    replace: "prefixes.some((start) => namespace.startsWith(start.slice(0, -1)))",
  },
  {
    breaks: ["S086"],
    name: "a Secret that may be read, and not listed, is not asked for",
    file: "packages/provider/src/secrets/cluster-secrets.ts",
    find: "    if (!isForbidden(error)) throw error;\n",
    replace: "    throw error;\n",
  },
  {
    breaks: ["S099", "S130"],
    name: "a provider may not patch its own kinds",
    file: "packages/provider/src/policy-rules.ts",
    find: "isRoleDefinition(definition)),\n      write,\n",
    replace: 'isRoleDefinition(definition)),\n      ["create", "delete"],\n',
  },
  {
    breaks: ["S132"],
    name: "the core may only read kinds of other groups",
    file: "packages/provider/src/policy-rules.ts",
    find: "    resources: plurals,\n    verbs: [...read, ...write],\n  }));",
    replace: "    resources: plurals,\n    verbs: read,\n  }));",
  },
];
