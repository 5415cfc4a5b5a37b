import { fieldsAt, parseObjectKey } from "@capstan/kube";
import { type Json, labelOf, textOrEmpty } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { type Bundle } from "./bundle.ts";

const injection = "runtime.cluster.x-k8s.io/inject-ca-from-secret";

/** ExtensionConfigs that name no Service of the file, or whose certificate the core would not trust. */
export function* extensionFaults({ documents }: Bundle): Iterable<Fault> {
  for (const config of documents.filter(({ kind }) => kind === "ExtensionConfig")) {
    const object = labelOf(config);
    const service = textOrEmpty(config, "spec", "clientConfig", "service", "name");
    const hasUrl = textOrEmpty(config, "spec", "clientConfig", "url") !== "";
    if (!hasUrl && !documents.some((each) => each.kind === "Service" && isNamed(each, service))) {
      yield { object, path: "spec.clientConfig.service.name", expected: "a Service of the file", actual: service };
    }
    if (textOrEmpty(config, "spec", "clientConfig", "caBundle") !== "") continue;
    const value = fieldsAt(config, "metadata", "annotations")[injection];
    const secret = typeof value === "string" ? parseObjectKey(value).name : "";
    const isIssued = documents.some(
      (each) => textOrEmpty(each, "spec", "secretName") === secret || (each.kind === "Secret" && isNamed(each, secret)),
    );
    if (secret !== "" && isIssued) continue;
    const path = `metadata.annotations['${injection}']`;
    yield { object, path, expected: "<namespace>/<name> of a Secret of the file", actual: value };
  }
}

function isNamed(document: Json, name: string): boolean {
  return textOrEmpty(document, "metadata", "name") === name;
}
