import { type HandMadeMutant } from "./hand-made-mutant.ts";

const contract = "packages/contract";
const kubeadm = "packages/bootstrap-kubeadm";
const roles = "packages/contract/src/roles";

/** Mutants of the contract, the SDK for providers and the kubeadm bootstrap provider. */
export const handMadeOfProviders: readonly HandMadeMutant[] = [
  {
    name: "RB-001 asks for no rights on the status of a kind",
    file: `${contract}/src/checks/components/rbac-rules.ts`,
    find: "      yield* unchangeable(granted, crd.group, `${plural}/status`);\n",
    replace: "",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-001 notes no missing right to delete",
    file: `${contract}/src/checks/components/rbac-rules.ts`,
    find: '["create", "delete"])) yield',
    replace: '["create"])) yield',
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-004 lets a provider write MachineSets",
    file: `${contract}/src/checks/components/rbac-rules.ts`,
    find: 'readOnly(granted, ["machines", "machinesets", ...pools], ["machines"], deletable)',
    replace: 'readOnly(granted, ["machines", ...pools], ["machines"], deletable)',
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-004 lets a provider of Machines write MachinePools",
    file: `${contract}/src/checks/components/rbac-rules.ts`,
    find: 'const pools = scalesPools(crds) ? [] : ["machinepools"];',
    replace: "const pools: string[] = [];",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-004 does not ask for the right to read Machines",
    file: `${contract}/src/checks/components/rbac-rules.ts`,
    find: ', ...pools], ["machines"], deletable);',
    replace: ", ...pools], [], deletable);",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-012 does not ask whether the account of the Deployment is bound",
    file: `${contract}/src/checks/components/binding-faults.ts`,
    find: "    if (bindings.some((binding) => binds(binding, deployment))) continue;\n",
    replace: "    if (bindings.length > 0 || binds({}, deployment)) continue;\n",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-012 lets a binding name an account that is not in the file",
    file: `${contract}/src/checks/components/binding-faults.ts`,
    find: "!isInEveryNamespace(name) && !accounts.includes(name)",
    replace: "!isInEveryNamespace(name) && accounts.length === 0",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "RB-012 lets a binding name a role of another kind",
    file: `${contract}/src/checks/components/bundle.ts`,
    find: "reference.kind === role.kind &&\n",
    replace: "\n",
    tests: [`${contract}/test/rules/granted-rights.test.ts`],
  },
  {
    name: "an endpoint with port 0 counts as set",
    file: `${roles}/forms/endpoint.ts`,
    find: " && Number.isInteger(port) && port !== 0;",
    replace: " && Number.isInteger(port);",
    tests: [`${contract}/test/role-forms.test.ts`],
  },
  {
    name: "an address of 256 characters is refused",
    file: `${contract}/src/fields/addresses.ts`,
    find: 'address: text(256, "The address.")',
    replace: 'address: text(255, "The address.")',
    tests: [`${contract}/test/role-forms.test.ts`],
  },
  {
    name: "an address of 257 characters is taken",
    file: `${contract}/src/fields/addresses.ts`,
    find: 'address: text(256, "The address.")',
    replace: 'address: text(257, "The address.")',
    tests: [`${contract}/test/role-forms.test.ts`],
  },
  {
    name: "a lost race is reported as a Warning Event",
    file: "packages/provider/src/finding/error-finding.ts",
    find: "signal.aborted || isConflict(error) || isCapstanError",
    replace: "signal.aborted || isCapstanError",
    tests: ["packages/provider/test/error-finding.test.ts"],
  },
  {
    name: "the init lock is given up by a Machine that does not hold it",
    file: `${kubeadm}/src/lock/init-lock.ts`,
    find: "await deleteLockIf((lock) => lockHolder(lock) === machineName, {",
    replace: "void machineName;\n  await deleteLockIf((lock) => lockHolder(lock) !== undefined, {",
    tests: [`${kubeadm}/test/lock/init-lock-writes.test.ts`],
  },
  {
    name: "the init lock is deleted by its name alone",
    file: `${kubeadm}/src/lock/init-lock.ts`,
    find: "await client.delete(ConfigMap, key, { preconditions, signal });",
    replace: "void preconditions;\n    await client.delete(ConfigMap, key, { signal });",
    tests: [`${kubeadm}/test/lock/init-lock-writes.test.ts`],
  },
  {
    name: "the init lock is deleted though another Machine has taken it over",
    file: `${kubeadm}/src/lock/init-lock.ts`,
    find: "      ...(resourceVersion === undefined ? {} : { resourceVersion }),\n",
    replace: "",
    tests: [`${kubeadm}/test/lock/init-lock-writes.test.ts`],
  },
];
