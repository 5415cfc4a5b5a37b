import { type Break } from "./break.ts";

const provider = "packages/provider/src";
const rest = "examples/infrastructure-rest-cloud/src/reconcilers";

/** Breaks of rules of the contract that no seeded fault breaks. */
export const breaksOfRules: readonly Break[] = [
  {
    breaks: ["BC-009"],
    name: "a failure is reported in contract v1beta2",
    file: "packages/contract/src/roles/failure-fields.ts",
    find: 'rules.ended, reasonSchema, { ended: "a condition in its place" }),',
    replace: "rules.ended, reasonSchema),",
  },
  {
    breaks: ["BC-013"],
    name: "Ready does not show that what was provisioned is lost",
    file: `${provider}/status/conditions.ts`,
    find: '  if (provisioned.status !== "True") return { ...provisioned, type: conditionTypes.ready };\n',
    replace: "",
  },
  {
    breaks: ["CT-024"],
    name: "a file that clusterctl cannot read is not reported",
    file: "packages/contract/src/checks/artifacts/readable-files.ts",
    find: "unreadable === undefined ||",
    replace: 'name !== "" ||',
  },
  {
    breaks: ["BT-008"],
    name: "a Template may not even change in a dry run of the topology controller",
    file: `${provider}/admission/admission-webhooks.ts`,
    find: "isTopologyDryRun: dryRun && isMarked };",
    replace: "isTopologyDryRun: !dryRun && isMarked };",
  },
  {
    breaks: ["BT-009"],
    name: "an object gets its finalizer before its owner",
    file: `${provider}/lifecycle/lifecycle.ts`,
    find: "    if (!isDeleted && found.complete === undefined) return Result.awaitChange();\n",
    replace:
      "    if (!isDeleted) await this.#writer.ensureFinalizer(object, context.signal);\n    if (!isDeleted && found.complete === undefined) return Result.awaitChange();\n",
  },
  {
    breaks: ["BC-023"],
    name: "data is made again when a field of a config has changed",
    file: `${provider}/kinds/bootstrap-config/behavior.ts`,
    find: "  if (dataSecretCreated && dataSecretName !== undefined) {\n",
    replace:
      "  if (dataSecretCreated && dataSecretName !== undefined) {\n    if ((visit.object.metadata.generation ?? 1) > 1) await author.provide(visit as never);\n",
  },
  {
    breaks: ["BS-006"],
    name: "a Secret is of another type",
    file: `${provider}/secrets/owned-secret.ts`,
    find: "    type: secretType,\n",
    replace: '    type: "Opaque",\n',
  },
  {
    breaks: ["BS-008"],
    name: "a Secret that something else controls is taken for data",
    file: `${provider}/kinds/bootstrap-config/data-claim.ts`,
    find: "  if (controller !== undefined) return controlledBy(controller);",
    replace: "  if (controller !== undefined) return { adopted: true } as never;",
  },
  {
    breaks: ["BH-007"],
    name: "what changes in a Machine's spec reaches no provider",
    file: `${provider}/related/machine-source.ts`,
    find: "    spec,\n    status?.nodeRef,\n",
    replace: "    status?.nodeRef,\n",
  },
  {
    breaks: ["BH-010"],
    name: "a config that is being deleted makes data",
    file: `${provider}/lifecycle/lifecycle.ts`,
    find: "    if (isDeleted) return this.#remove(object, found, context);\n",
    replace: "    if (isDeleted && found.complete === undefined) return this.#remove(object, found, context);\n",
  },
  {
    breaks: ["BH-016"],
    name: "a config does not wait for the infrastructure of its Cluster",
    file: `${provider}/kinds/bootstrap-config/behavior.ts`,
    find: "        waitForClusterInfrastructure(visit.owners.cluster) ??\n",
    replace: "",
  },
  {
    breaks: ["IB-014"],
    name: "the error of an author is reported with the secrets in it",
    file: `${provider}/lifecycle/lifecycle.ts`,
    find: "const error = secrets.redactThrown(thrown);",
    replace: "const error = thrown;",
  },
  {
    breaks: ["BP-003"],
    name: "trouble is reported in the log only",
    file: `${provider}/reporting/trouble-reporter.ts`,
    find: '    this.#recorder.record(object, { type: "Warning", reason: reason.slice(0, longestReason), message });\n',
    replace: "    void [longestReason, this.#recorder];\n",
  },
  {
    breaks: ["BP-001"],
    name: "a line of the log does not name the owner of the object",
    file: `${provider}/lifecycle/log-fields.ts`,
    find: "const all = [object, ...Object.values(owners).flatMap(namedIn)];",
    replace: "const all = [object, ...Object.values(owners).slice(1).flatMap(namedIn)];",
  },
  {
    breaks: ["IC-005"],
    name: "a Cluster's endpoint that comes later wakes no InfraCluster",
    file: `${provider}/related/cluster-source.ts`,
    find: "    spec,\n    status?.initialization,\n",
    replace: "    status?.initialization,\n",
  },
  {
    breaks: ["IC-014"],
    name: "a label marks what is managed elsewhere",
    file: "packages/contract/src/pausing.ts",
    find: "  return hasAnnotation(object, annotations.managedBy);",
    replace:
      "  return hasAnnotation({ metadata: { annotations: Object.assign({}, ...Object.values(object.metadata)) as never } }, annotations.managedBy);",
  },
  {
    breaks: ["IC-015"],
    name: "the mark of what is managed elsewhere may be removed",
    file: `${provider}/admission/admission-webhooks.ts`,
    find: "  if (!wasManagedElsewhere || isExternallyManaged(object)) return [];",
    replace: "  if (!wasManagedElsewhere || !isExternallyManaged(object)) return [];",
  },
  {
    breaks: ["PC-009"],
    name: "objects of another watch filter are served",
    file: "packages/runtime/src/manager/manager.ts",
    find: `    this.#options = options;
    this.#connectionClock = connectionClock;
    this.name = options.name;
    this.metrics = options.metrics ?? new ManagerMetrics();
    this.watchFilter = options.watchFilter;
`,
    replace: `    this.#options = { ...options, watchFilter: undefined } as unknown as ManagerOptions;
    this.#connectionClock = connectionClock;
    this.name = options.name;
    this.metrics = options.metrics ?? new ManagerMetrics();
    this.watchFilter = undefined;
`,
  },
  {
    breaks: ["CP-009"],
    name: "the certificates of a Cluster do not bear its label",
    file: "packages/bootstrap-kubeadm/src/certificates/cluster-certificates.ts",
    find: "labels: { [labels.clusterName]:",
    replace: "labels: { [`not-${labels.clusterName}`]:",
  },
  {
    breaks: ["IM-007"],
    name: "a server is in another failure domain than was asked for",
    file: `${rest}/rest-machine/rest-machine-reconciler.ts`,
    find: "    zone: failureDomain,\n",
    replace: "    zone: failureDomain?.slice(failureDomain.length),\n",
  },
  {
    breaks: ["IM-018"],
    name: "a server is removed when a field of its spec has changed",
    file: `${rest}/rest-machine/rest-machine-reconciler.ts`,
    find: "        this.#attempts.delete(uid);\n        return report(",
    replace:
      '        if (object.spec.serverType === "large") await cloud.deleteServer(step.serverID);\n        this.#attempts.delete(uid);\n        return report(',
  },
  {
    breaks: ["IB-016"],
    name: "a server is known by its name",
    file: `${rest}/rest-machine/rest-machine-reconciler.ts`,
    find: "        const found = (await cloud.serversTagged(tags.machine, uniqueName(object)))[0];\n        if (found",
    replace:
      "        const found = (await cloud.serversTagged(tags.machine, uniqueName(object))).find((server) => (server as { name?: string }).name === object.metadata.name);\n        if (found",
  },
  {
    breaks: ["IC-021"],
    name: "a load balancer is removed under its servers",
    file: `${rest}/rest-cluster/rest-cluster-reconciler.ts`,
    find: "if (servers.length > 0) return",
    replace: "if (servers.length > 2) return",
  },
  {
    breaks: ["SE-003"],
    name: "a server whose creation was not answered is left behind",
    file: `${rest}/rest-machine/rest-machine-reconciler.ts`,
    find: "    for (const { id } of found.slice(0, mostAtOnce)) await cloud.deleteServer(id);\n    if (found.length > 0) return deleting();\n",
    replace: "",
  },
  {
    breaks: ["BS-009"],
    name: "a Secret of bootstrap data is kept by a finalizer",
    file: `${provider}/secrets/owned-secret.ts`,
    find: "      ownerReferences: [ownerReferenceTo(visit.object)],\n",
    replace:
      '      ownerReferences: [ownerReferenceTo(visit.object)],\n      finalizers: ["bootstrap.cluster.x-k8s.io/kept"],\n',
  },
  {
    breaks: ["CT-015"],
    name: "the certificates of a Cluster belong to no object",
    file: "packages/bootstrap-kubeadm/src/certificates/cluster-certificates.ts",
    find: "          ownerReferences: [options.owner],\n",
    replace: "",
  },
  {
    breaks: ["BH-015"],
    name: "a Machine whose phase says Failed stays Failed",
    file: "packages/core-controllers/src/controllers/machine/phase.ts",
    find: '  if (reading === "proposal") return',
    replace:
      '  if (machine.status?.phase === "Failed") return machine.status.phase as MachinePhase;\n  if (reading === "proposal") return',
  },
  {
    breaks: ["IM-004"],
    name: "a Node has its providerID in capitals",
    file: "packages/infrastructure-mock/src/cloud/node-object.ts",
    find: "providerID: plan.providerID ?? facts.providerID,",
    replace: "providerID: (plan.providerID ?? facts.providerID).toUpperCase(),",
  },
  {
    breaks: ["PC-019"],
    name: "all objects get the credentials of one",
    file: `${provider}/scope/provider-scope.ts`,
    find: 'return typeof secret === "string" ? { name: secret } : secret;',
    replace: 'return typeof secret === "string" ? { name: secret.replace("m2", "m1") } : secret;',
  },
  {
    breaks: ["SE-002"],
    name: "other objects go on asking a cloud that has refused",
    file: `${rest.replace("/reconcilers", "")}/cloud/rest-cloud.ts`,
    find: "if (response.status === 429) throw this.#turn.refused(response);",
    replace: "if (response.status === 429) throw unconfirmed(method, path);",
  },
];
