import { listAt, textAt } from "@capstan/kube";
import { stringsAt } from "../rule/json.ts";

/** Whether a webhook in the documents may complete the objects of a kind before the API server validates them. */
export type MutatedOnCreation = (group: string, plural: string) => boolean;

/** Reads the mutating webhooks in the documents. They are called before required fields must exist. */
export function mutatedOnCreation(documents: readonly unknown[]): MutatedOnCreation {
  const rules = documents
    .filter((document) => textAt(document, "kind") === "MutatingWebhookConfiguration")
    .flatMap((document) => listAt(document, "webhooks"))
    .flatMap((webhook) => listAt(webhook, "rules"));
  const names = (rule: unknown, key: string, wanted: string) =>
    [wanted, "*"].some((name) => stringsAt(rule, key).includes(name));
  return (group, plural) =>
    rules.some(
      (rule) =>
        names(rule, "apiGroups", group) && names(rule, "resources", plural) && names(rule, "operations", "CREATE"),
    );
}
