import { type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type Output } from "./output.ts";
import { partialMetadata } from "./partial-metadata.ts";
import { objectTable, type Table } from "./table.ts";

type Shown = JsonObject & { readonly apiVersion: string; readonly kind: string };

/** How a watch shows objects and bookmarks in the requested format; undefined to leave them unchanged. */
export function presentationOf(
  request: ResourceRequest,
  { shape, metaVersion }: Output,
  clock: { now(): number },
): ((object: ApiObject) => Shown) | undefined {
  if (shape === "objects") return undefined;
  if (shape === "metadata") return (object) => partialMetadata(object, metaVersion);
  let first = true;
  return (object): Table => {
    const table = objectTable(request, object, { now: clock.now(), metaVersion });
    // Only the first event of a watch has the column definitions.
    const shown = first ? table : { ...table, columnDefinitions: null };
    first = false;
    return shown;
  };
}
