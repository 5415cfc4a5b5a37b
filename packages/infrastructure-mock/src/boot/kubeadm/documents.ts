import { isJsonObject, parseYamlDocuments } from "@capstan/kube";
import { BootProblem } from "../problem/boot-problem.ts";
import { Fields } from "./fields.ts";

/** The supported API versions of kubeadm's configuration. */
export type KubeadmApiVersion = "v1beta3" | "v1beta4";

/** One document of a kubeadm configuration file. */
export interface KubeadmDocument {
  readonly version: KubeadmApiVersion;
  readonly fields: Fields;
}

/** The documents of a kubeadm configuration file, by kind. Documents of other groups (KubeletConfiguration) are omitted. */
export type KubeadmDocuments = ReadonlyMap<string, KubeadmDocument>;

/**
 * Parses a kubeadm configuration file: one or more YAML documents of kubeadm.k8s.io/v1beta3 or v1beta4.
 *
 * @throws {@link BootProblem} it is not YAML, or has another API version.
 */
export function parseKubeadmDocuments(text: string, path: string): KubeadmDocuments {
  const documents = new Map<string, KubeadmDocument>();
  for (const value of parseAll(text, path)) {
    if (value === null || value === undefined) continue;
    if (!isJsonObject(value))
      throw new BootProblem("KubeadmConfigInvalid", `${path} holds a document that is not an object`);
    const { apiVersion, kind } = value;
    if (typeof kind !== "string" || typeof apiVersion !== "string") {
      throw new BootProblem("KubeadmConfigInvalid", `${path} holds a document without apiVersion or kind`);
    }
    if (!apiVersion.startsWith("kubeadm.k8s.io/")) continue;
    documents.set(kind, { version: versionOf(apiVersion, path), fields: new Fields(value, `${path}: ${kind}`) });
  }
  return documents;
}

function parseAll(text: string, path: string): readonly unknown[] {
  try {
    return parseYamlDocuments(text, { duplicates: "last" });
  } catch {
    // The parser's error quotes the document, which contains a token.
    throw new BootProblem("KubeadmConfigInvalid", `${path} is not valid YAML`);
  }
}

function versionOf(apiVersion: string, path: string): KubeadmApiVersion {
  const version = apiVersion.slice("kubeadm.k8s.io/".length);
  if (version === "v1beta3" || version === "v1beta4") return version;
  throw new BootProblem(
    "KubeadmConfigInvalid",
    `${path} is of kubeadm.k8s.io/${version}; v1beta3 and v1beta4 are supported`,
  );
}
