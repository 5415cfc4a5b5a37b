import { calculateCRDName, pluralOf } from "@capstan/contract";
import { describe, expect, test } from "vitest";

const plurals: readonly (readonly [kind: string, plural: string])[] = [
  ["KubeadmConfig", "kubeadmconfigs"],
  ["KubeadmConfigTemplate", "kubeadmconfigtemplates"],
  ["FooMachine", "foomachines"],
  ["FooMachinePool", "foomachinepools"],
  ["FooCluster", "fooclusters"],
  ["FooClusterTemplate", "fooclustertemplates"],
  ["FooProxy", "fooproxies"],
  ["FooPolicy", "foopolicies"],
  ["FooGateway", "foogateways"],
  ["FooAddress", "fooaddresses"],
  ["FooStatus", "foostatuses"],
  ["FooBox", "fooboxes"],
  ["FooBus", "foobuses"],
  ["FooChassis", "foochassis"],
  ["FooSeries", "fooseries"],
  ["FooData", "foodata"],
  ["FooDatum", "foodata"],
  ["FooMetadata", "foometadata"],
  ["FooMedia", "foomedia"],
  ["FooCriteria", "foocriteria"],
  ["FooEquipment", "fooequipment"],
  ["FooHardware", "foohardwares"],
  ["FooIndex", "fooindices"],
  ["FooMatrix", "foomatrices"],
  ["FooVertex", "foovertices"],
  ["FooRadius", "fooradii"],
  ["FooVirus", "fooviruses"],
  ["FooAnalysis", "fooanalyses"],
  ["FooMouse", "foomice"],
  ["FooHuman", "foohumans"],
  ["FooPerson", "foopeople"],
  ["FooChild", "foochildren"],
  ["FooLeaf", "fooleaves"],
  ["FooShelf", "fooshelves"],
  ["FooHero", "fooheroes"],
  ["FooPhoto", "foophotos"],
  ["FooQuiz", "fooquizzes"],
  ["FooLens", "foolens"],
  ["FooGas", "foogas"],
  ["FooAlias", "fooalias"],
  ["FooConfigs", "fooconfigs"],
  ["FooK3s", "fook3s"],
  ["FooRKE2", "foorke2s"],
  ["FooTalos", "footalos"],
  ["FooKubernetes", "fookubernetes"],
  // Whole words differ from words that end in them.
  ["Alias", "aliases"],
  ["Use", "uses"],
  ["Axis", "axes"],
  ["Index", "indices"],
  ["Indexes", "indexes"],
  ["Ox", "oxen"],
  ["FooOx", "foooxes"],
  ["Louse", "lice"],
  ["FooLouse", "foolouses"],
  ["Die", "dice"],
  ["FooDie", "foodies"],
  ["FooToe", "footoes"],
  // Plural words are unchanged, also where a word has two plurals.
  ["Oxen", "oxen"],
  ["Blues", "blues"],
  ["Beefs", "beefs"],
  ["Octopi", "octopi"],
  ["Mediums", "mediums"],
  ["FooFishes", "foofishes"],
  ["FooVortexes", "foovortexes"],
  ["Medium", "media"],
  ["Ellipsis", "ellipses"],
  ["Ellipses", "ellipses"],
  ["Bases", "bases"],
  ["FooBasis", "foobases"],
];

describe("plurals of kinds (rule AR-002, S104)", () => {
  test.each(plurals)("%s -> %s", (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });

  test("a kind without a name has no plural", () => {
    expect(pluralOf("")).toBe("");
  });

  test("the plural stays the same, however many kinds there are", () => {
    const kinds = Array.from({ length: 2_500 }, (_, index) => `Kind${index}Proxy`);
    const expected = kinds.map((_, index) => `kind${index}proxies`);
    expect(kinds.map(pluralOf)).toEqual(expected);
    expect(kinds.map(pluralOf)).toEqual(expected);
  });

  test("the name of a CRD is <plural>.<group>", () => {
    expect(calculateCRDName("infrastructure.cluster.x-k8s.io", "FooProxy")).toBe(
      "fooproxies.infrastructure.cluster.x-k8s.io",
    );
  });
});
