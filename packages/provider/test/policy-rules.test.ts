import {
  aggregatedRules,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  managerRules,
} from "@capstan/provider";
import { Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { HelloMachine } from "./hello-machine.ts";
import { ShellConfig } from "./shell-config.ts";

const versions = { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } } as const;
const all = ["get", "list", "watch", "create", "update", "patch", "delete"];

describe("the manager's rules", () => {
  test("of an infrastructure provider let it write its own kinds, and read all else", () => {
    const HelloCluster = defineInfraCluster({ kind: "HelloCluster", versions });
    expect(managerRules([HelloMachine, HelloCluster])).toEqual([
      { apiGroups: ["infrastructure.cluster.x-k8s.io"], resources: ["hellomachines", "helloclusters"], verbs: all },
      {
        apiGroups: ["infrastructure.cluster.x-k8s.io"],
        resources: ["hellomachines/status", "helloclusters/status"],
        verbs: ["get", "update", "patch"],
      },
      {
        apiGroups: ["cluster.x-k8s.io"],
        resources: ["clusters", "clusters/status", "machines", "machines/status"],
        verbs: ["get", "list", "watch"],
      },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] },
      { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
    ]);
  });

  test("of a bootstrap provider let it write Secrets", () => {
    expect(managerRules([ShellConfig])).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: all });
  });

  test("of clusters alone leave Machines out", () => {
    const rules = managerRules([defineInfraCluster({ kind: "HelloCluster", versions })]);
    expect(rules.flatMap(({ resources }) => resources)).not.toContain("machines");
  });
});

describe("the rules for the Cluster API manager", () => {
  test("are none in the groups of Cluster API", () => {
    expect(aggregatedRules([HelloMachine, ShellConfig])).toEqual([]);
  });

  test("name kinds and Templates of other groups, by their real plurals", () => {
    const group = "infrastructure.example.com";
    const definitions = [
      defineInfraMachine({ kind: "FooHardware", group, versions }),
      defineBootstrapConfig({ kind: "FooData", group: "bootstrap.example.com", versions }),
    ];
    expect(aggregatedRules(definitions)).toEqual([
      { apiGroups: [group], resources: ["foohardwares", "foohardwaretemplates"], verbs: all },
      { apiGroups: ["bootstrap.example.com"], resources: ["foodata", "foodatatemplates"], verbs: all },
    ]);
  });
});
