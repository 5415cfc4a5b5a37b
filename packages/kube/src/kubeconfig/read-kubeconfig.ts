import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { fieldsOf, type JsonObject, listAt, objectAt, textAt } from "../json/json-object.ts";
import { parseLenientYaml } from "../yaml/parse-yaml.ts";

/** The entries of a kubeconfig by name; entries without a name have the empty name. */
export interface KubeconfigEntries {
  /** The servers, by the names that contexts use. */
  readonly clusters: ReadonlyMap<string, JsonObject>;
  /** The credentials, by the names that contexts use. */
  readonly users: ReadonlyMap<string, JsonObject>;
  /** Pairs of server and credentials, by name. */
  readonly contexts: ReadonlyMap<string, JsonObject>;
  /** Name of the current context; empty if the kubeconfig sets none. */
  readonly currentContext: string;
}

/**
 * Reads the entries of a kubeconfig of any form: fields of the wrong type count as missing. To connect with a kubeconfig, pass it to a
 * client, because there are many forms of credentials.
 *
 * @throws MalformedTextError the input is not YAML. The error does not quote it.
 */
export function readKubeconfigEntries(text: string): KubeconfigEntries {
  const document = documentOf(text);
  return {
    clusters: entriesOf(document, "clusters", "cluster"),
    users: entriesOf(document, "users", "user"),
    contexts: entriesOf(document, "contexts", "context"),
    currentContext: textAt(document, "current-context") ?? "",
  };
}

/** The first entry of a name wins. */
function entriesOf(document: JsonObject, list: string, member: string): Map<string, JsonObject> {
  const entries = new Map<string, JsonObject>();
  for (const entry of listAt(document, list)) {
    const name = textAt(entry, "name") ?? "";
    if (!entries.has(name)) entries.set(name, objectAt(entry, member) ?? {});
  }
  return entries;
}

function documentOf(text: string): JsonObject {
  try {
    return fieldsOf(parseLenientYaml(text).value);
  } catch {
    // The parser's error is not the cause, because it quotes the input, which may contain a credential.
    throw new MalformedTextError("kubeconfig", "The kubeconfig is not YAML");
  }
}
