import { describe, expect, test } from "vitest";
import { admissionGroup } from "./admission-world.ts";
import { mutatingPolicyObjects } from "./mutating-policy-objects.ts";
import recorded from "./policy-object-answers.json" with { type: "json" };
import { policyObjects } from "./policy-objects.ts";
import { webhookObjects } from "./webhook-objects.ts";
import { type Suite } from "./suite.ts";

/** The messages with which kube-apiserver rejects the objects, by title. */
const policyObjectAnswers: Readonly<Record<string, string>> = recorded;

/** Valid and invalid policies and bindings. */
export function policyObjectsSuite(suite: Suite): void {
  describe("definitions of admission policies", () => {
    test.each([...policyObjects, ...mutatingPolicyObjects, ...webhookObjects])(
      "%s: a policy, binding or webhook is accepted, or rejected with the same message",
      async (title, plural, body) => {
        const answer = await suite
          .wire()
          .post(`${admissionGroup}/${plural}?dryRun=All`, { metadata: { name: "p" }, ...body });
        const said = policyObjectAnswers[title];
        const message = answer.status === 201 ? undefined : answer.body.message.replace(/^\S+ "p" is invalid: /, "");
        expect([answer.status, message]).toEqual([said === undefined ? 201 : 422, said]);
      },
    );
  });
}
