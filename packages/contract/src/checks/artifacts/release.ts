import { isJsonObject } from "@capstan/kube";
import { isComponentsName } from "../../names/provider-types.ts";
import { type CRDSubject } from "../crds/crd-subject.ts";
import { crdSubjects } from "../crds/read-crds.ts";
import { type Json } from "../rule/json.ts";

/** A file of a release that the caller has read and parsed. */
export interface ArtifactFile {
  /** The path in the release's folder, or in the whole repository: `v0.1.0/metadata.yaml`. */
  readonly path: string;
  /** The documents in the file, in order; none if the file cannot be read. */
  readonly documents: readonly unknown[];
  /** The documents with variables instead of their defaults, as {@link readTemplate} returns them. Default: `documents`. */
  readonly sources?: readonly unknown[];
  /** The reason why the file cannot be read. */
  readonly unreadable?: string;
}

/** Options of {@link checkArtifacts}. */
export interface ArtifactsCheckOptions {
  /** The version of the release: `v1.2.3`. Default: the folder's name in the files' paths, if that is a version. */
  readonly version?: string;
  /** The provider label: `infrastructure-foo`. Default: derived from the file names' folder or the components file. */
  readonly providerLabel?: string;
  /** URL of a GitLab repository, if there is one (rule CT-021). */
  readonly gitLabURL?: string;
}

/** A release, parsed once for all rules. */
export interface Release {
  readonly label: string;
  readonly files: readonly ReleaseFile[];
  readonly metadata: ReleaseFile | undefined;
  readonly components: readonly ReleaseFile[];
  readonly templates: readonly ReleaseFile[];
  readonly clusterClasses: readonly ReleaseFile[];
  readonly crds: readonly CRDSubject[];
  readonly version: string | undefined;
  readonly options: ArtifactsCheckOptions;
}

/** A file with its parts. */
export interface ReleaseFile {
  readonly path: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly documents: readonly Json[];
  readonly sources: readonly Json[];
  readonly unreadable: string | undefined;
}

/** Classifies the files of a release. */
export function releaseOf(input: readonly ArtifactFile[], options: ArtifactsCheckOptions): Release {
  const files = input.map(({ path, documents, sources = documents, unreadable }) => {
    const folders = path.split("/");
    const name = folders.pop() ?? path;
    return {
      path,
      name,
      folders,
      documents: documents.filter(isJsonObject),
      sources: sources.filter(isJsonObject),
      unreadable,
    };
  });
  const withKind = (kind: string) => files.filter((file) => file.documents.some((document) => document.kind === kind));
  const isTemplate = ({ name }: ReleaseFile) => name.startsWith("cluster-template");
  // A template may have its ClusterClass in it: clusterctl fetches only classes that are missing there.
  const classes = withKind("ClusterClass").filter((file) => !isTemplate(file));
  return {
    label: "release",
    files,
    metadata: files.find(({ name }) => name === "metadata.yaml"),
    components: files.filter(({ name }) => isComponentsName(name)),
    templates: files.filter(
      (file) => isTemplate(file) || (!classes.includes(file) && withKind("Cluster").includes(file)),
    ),
    clusterClasses: classes,
    crds: crdSubjects(files.flatMap((file) => file.documents)),
    version: options.version ?? files.flatMap((file) => file.folders.slice(-1)).find((name) => /^v[0-9]/.test(name)),
    options,
  };
}
