import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { fieldsOf, type JsonObject, listAt, objectAt, textAt } from "../json/json-object.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";

/** What a kubeconfig says, by name; entries without a name are under the empty one. */
export interface KubeconfigEntries {
  /** The servers, by the names that contexts use. */
  readonly clusters: ReadonlyMap<string, JsonObject>;
  /** The credentials, by the names that contexts use. */
  readonly users: ReadonlyMap<string, JsonObject>;
  /** Pairs of server and credentials, by name. */
  readonly contexts: ReadonlyMap<string, JsonObject>;
  /** Name of the context in use; empty if the kubeconfig does not name one. */
  readonly currentContext: string;
}

/**
 * Reads what a kubeconfig's text says, of whatever shape it is: what is missing or of another type is as if it were not there. To
 * connect by one, leave it to a client: there are many ways to prove who a user is.
 *
 * @throws MalformedTextError the text is not YAML. The error does not quote it.
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

/** Of several entries of one name the first counts. */
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
    return fieldsOf(parseYaml(text));
  } catch {
    // No cause: what the parser says quotes the text, which may hold a credential.
    throw new MalformedTextError("kubeconfig", "The kubeconfig is not YAML");
  }
}
