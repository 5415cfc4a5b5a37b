/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };

/**
 * A patch and its content type: `merge` is RFC 7386, `json` is RFC 6902, `apply` is server-side apply
 * (`fieldManager` defaults to the client's; `force` takes fields over from other managers).
 */
export type Patch =
  | { readonly type: "merge"; readonly body: unknown }
  | { readonly type: "json"; readonly body: readonly JsonPatchOperation[] }
  | { readonly type: "apply"; readonly body: unknown; readonly fieldManager?: string; readonly force?: boolean };
