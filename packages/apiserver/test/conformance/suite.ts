import { type Target, Wire } from "./target.ts";

export interface Suite {
  /** A namespace for this test alone. */
  namespace(): Promise<{
    wire: Wire;
    namespace: string;
    path: (rest: string) => string;
    widgets: (rest?: string) => string;
  }>;
  readonly wire: () => Wire;
  /** A client without credentials. */
  readonly anonymous: () => Wire;
  readonly target: () => Target;
}

export function suiteOn(target: () => Target): Suite {
  const wire = (): Wire => new Wire(target().kubeconfig);
  return {
    wire,
    anonymous: () => new Wire(target().kubeconfig, { anonymous: true }),
    target,
    namespace: async () => {
      const own = wire();
      const created = await own.post("/api/v1/namespaces", { metadata: { generateName: "suite-" } });
      const namespace: string = created.body.metadata.name;
      return {
        wire: own,
        namespace,
        path: (rest) => `/api/v1/namespaces/${namespace}/${rest}`,
        widgets: (rest = "") => `/apis/example.io/v1/namespaces/${namespace}/widgets${rest}`,
      };
    },
  };
}
