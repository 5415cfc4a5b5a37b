import { GoManagementCluster, type ProviderName, ReferenceProviders } from "@capstan/harness/go";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chosen, coreSupport } from "./chosen.ts";
import { providerThatDeclares } from "./declarations.ts";

describe.runIf(coreSupport === "unsupported")("under a Go core that is too old", () => {
  let management: GoManagementCluster;
  beforeAll(async () => {
    management = await GoManagementCluster.start();
  });
  afterAll(() => management[Symbol.asyncDispose]());

  describe.each(chosen)("infrastructure that declares %s", (declared) => {
    test("and the bootstrap provider are refused, with the versions and the remedy", async () => {
      await expectRefused(management, providerThatDeclares(declared).before.provider);
      await expectRefused(management, "bootstrap-kubeadm");
    });
  });
});

async function expectRefused(management: GoManagementCluster, name: ProviderName): Promise<void> {
  const started = ReferenceProviders.start(management, [name], { ownCRDs: true });
  await expect(started).rejects.toMatchObject({
    code: "CoreUnsupported",
    served: ["v1beta1"],
    message: expect.stringMatching(/v1beta1.*v1beta2.*Upgrade Cluster API to v1\.11/) as unknown,
  });
}
