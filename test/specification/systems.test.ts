import { afterAll, beforeAll, describe } from "vitest";
import { servers } from "@capstan/harness/scenes";
import { describeBootstrapSpecification } from "./scenarios/bootstrap-specification.ts";
import { describeDataModel } from "./scenarios/data-model.ts";
import { describeProviders, describeWithoutBootstrapProviders } from "./scenarios/providers.ts";
import { describeReferences } from "./scenarios/references.ts";
import { describeSharedWatches } from "./scenarios/shared-watches.ts";
import { describeTemplates } from "./scenarios/templates.ts";
import { describeWorkloadAccess } from "./scenarios/workload-access.ts";
import { describeWrites } from "./scenarios/writers.ts";
import { ProviderMix } from "./scene/provider-mix.ts";

describe.each(servers)("the systems in the proposal and the specification, on the %s server", (server) => {
  let started: ProviderMix;
  const world = () => started;
  beforeAll(async () => {
    started = await ProviderMix.start(server);
  });
  afterAll(() => started[Symbol.asyncDispose]());

  describeDataModel(world);
  describeReferences(world);
  describeTemplates(world);
  describeBootstrapSpecification(world);
  describeProviders(world);
  describeWorkloadAccess(world);
  describeWrites(world);
});

describe.each(servers)("a cluster with stopped bootstrap providers, on the %s server", (server) => {
  describeWithoutBootstrapProviders(() => ProviderMix.start(server));
});

describe.each(servers)("a core that has not observed any provider object, on the %s server", (server) => {
  describeSharedWatches(() => ProviderMix.start(server));
});
