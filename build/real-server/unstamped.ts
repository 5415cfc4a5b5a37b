import { without } from "@capstan/kube";
import { type Body } from "../../packages/apiserver/test/conformance/target.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An item of a list, which has no kind. */
interface Stored {
  readonly metadata: Readonly<Record<"uid" | "resourceVersion" | "creationTimestamp", string>> & {
    readonly managedFields: readonly Fields[];
  };
  readonly status?: { readonly conditions?: readonly Fields[] };
}

/** A list item without the values that differ between servers, which `stamped` sets. */
export function unstamped(kind: string, apiVersion: string, item: Body): object {
  const { metadata, status, ...fields } = item as unknown as Stored;
  const { managedFields, ...described } = without(metadata, "uid", "resourceVersion", "creationTimestamp");
  const owners = managedFields.map((entry) => without(entry, "time"));
  const conditions = status?.conditions?.map((condition) => without(condition, "lastTransitionTime"));
  return {
    kind,
    apiVersion,
    metadata: { ...described, managedFields: owners },
    ...fields,
    ...(status === undefined ? {} : { status: { ...status, conditions } }),
  };
}
