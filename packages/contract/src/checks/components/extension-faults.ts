import { fieldsAt, objectKeyText } from "@capstan/kube";
import { type Json, labelOf, textOrEmpty } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { type Bundle } from "./bundle.ts";

const injection = "runtime.cluster.x-k8s.io/inject-ca-from-secret";

/** ExtensionConfigs that name no Service of the file, or whose certificate the core would not trust. */
export function* extensionFaults({ documents }: Bundle): Iterable<Fault> {
  for (const config of documents.filter(({ kind }) => kind === "ExtensionConfig")) {
    const object = labelOf(config);
    const clientConfig = ["spec", "clientConfig"] as const;
    const service = keyText(
      textOrEmpty(config, ...clientConfig, "service", "namespace"),
      textOrEmpty(config, ...clientConfig, "service", "name"),
    );
    const hasUrl = textOrEmpty(config, ...clientConfig, "url") !== "";
    if (!hasUrl && !documents.some((each) => each.kind === "Service" && keyOf(each) === service)) {
      yield { object, path: "spec.clientConfig.service.name", expected: "a Service of the file", actual: service };
    }
    if (textOrEmpty(config, ...clientConfig, "caBundle") !== "") continue;
    const actual = fieldsAt(config, "metadata", "annotations")[injection];
    if (documents.some((each) => secretsOf(each).includes(typeof actual === "string" ? actual : ""))) continue;
    const path = `metadata.annotations['${injection}']`;
    yield { object, path, expected: "<namespace>/<name> of a Secret of the file", actual };
  }
}

/** The Secrets that an object is or issues, as `<namespace>/<name>`. */
function secretsOf(document: Json): string[] {
  const issued = textOrEmpty(document, "spec", "secretName");
  const namespace = textOrEmpty(document, "metadata", "namespace");
  return [
    ...(document.kind === "Secret" ? [keyOf(document)] : []),
    ...(issued === "" ? [] : [keyText(namespace, issued)]),
  ];
}

function keyOf(document: Json): string {
  return keyText(textOrEmpty(document, "metadata", "namespace"), textOrEmpty(document, "metadata", "name"));
}

function keyText(namespace: string, name: string): string {
  return objectKeyText({ namespace, name });
}
