import type { DefinedHandler, HookRequest } from "../define/handler.ts";
import { sampleRequest } from "./sample-requests.ts";

/** A request, and what it is in words. */
export interface NamedRequest {
  readonly what: string;
  readonly request: HookRequest;
}

interface Item {
  readonly object: object;
  readonly variables?: readonly object[];
}

/** The requests with which a handler is tried: those of the author, or a sample, and variants that it may meet. Pure. */
export function requestsFor({ hook }: DefinedHandler, given: readonly HookRequest[]): NamedRequest[] {
  const usual = given.length === 0 ? [sampleRequest(hook)] : given;
  return usual.flatMap((request, index) => [
    { what: `request ${index + 1}`, request },
    {
      what: `request ${index + 1} with a field of a later version`,
      request: Object.assign({}, request, { later: true }),
    },
    ...("items" in request ? oddTopologies(request as unknown as { readonly items: readonly Item[] }, index) : []),
  ]);
}

/** Topologies with templates, variables and numbers of items that another ClusterClass may have. */
function oddTopologies(request: { readonly items: readonly Item[] }, index: number): NamedRequest[] {
  const { items } = request;
  const foreign = { apiVersion: "other.example.com/v1", kind: "OtherTemplate" };
  const variant = (what: string, changed: object): NamedRequest => ({
    what: `request ${index + 1} ${what}`,
    request: { ...request, ...changed } as unknown as HookRequest,
  });
  return [
    variant("without templates", { items: [] }),
    variant("without variables", { variables: [], items: items.map((item) => ({ ...item, variables: [] })) }),
    variant("with templates of another kind", {
      items: items.map((item) => ({ ...item, object: { ...item.object, ...foreign } })),
    }),
    variant("with templates without a spec", {
      items: items.map((item) => ({ ...item, object: { ...item.object, spec: undefined } })),
    }),
  ];
}
