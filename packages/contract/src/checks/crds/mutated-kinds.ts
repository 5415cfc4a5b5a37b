import { listAt, textAt } from "@capstan/kube";
import { stringsAt } from "../rule/json.ts";

/** Answers whether a webhook of the documents may complete the objects of a kind before their schema is applied. */
export type MutatedOnCreation = (group: string, plural: string) => boolean;

/** Reads the mutating webhooks among the documents. A required field need not be there yet when they are called. */
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
