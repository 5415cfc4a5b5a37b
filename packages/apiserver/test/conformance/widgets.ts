/** A custom resource with every feature that the suite tests. */
export const widgetDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.io" },
  spec: {
    group: "example.io",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", shortNames: ["wd"], categories: ["all"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        additionalPrinterColumns: [
          { name: "Size", type: "string", jsonPath: ".spec.size" },
          { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
        ],
        selectableFields: [{ jsonPath: ".spec.size" }],
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["count"],
                properties: {
                  count: { type: "integer", minimum: 1, maximum: 10 },
                  replicas: { type: "integer" },
                  size: { type: "string", enum: ["small", "large"], default: "small" },
                  title: { type: "string", maxLength: 5, pattern: "^[a-z]*$" },
                  port: { "x-kubernetes-int-or-string": true },
                  when: { type: "string", format: "date-time" },
                  maybe: { type: "string", nullable: true },
                  choice: { type: "string", nullable: true, enum: ["a"] },
                  int: { type: "integer" },
                  int32: { type: "integer", format: "int32" },
                  float: { type: "number", format: "float" },
                  tenths: { type: "number", multipleOf: 0.1 },
                  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                  labels: { type: "object", additionalProperties: { type: "string" } },
                  tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
                  either: {
                    type: "object",
                    properties: { a: { type: "string" }, b: { type: "string" } },
                    oneOf: [{ required: ["a"] }, { required: ["b"] }],
                  },
                  parts: {
                    type: "array",
                    maxItems: 3,
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"],
                    items: {
                      type: "object",
                      required: ["name"],
                      properties: { name: { type: "string" }, value: { type: "string" } },
                    },
                  },
                },
              },
              status: {
                type: "object",
                properties: {
                  phase: { type: "string" },
                  replicas: { type: "integer" },
                  conditions: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["type"],
                    items: {
                      type: "object",
                      required: ["type"],
                      properties: { type: { type: "string" }, status: { type: "string" } },
                    },
                  },
                },
              },
            },
          },
        },
      },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        deprecated: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { count: { type: "integer" }, old: { type: "string" } } },
            },
          },
        },
      },
    ],
  },
};

export function widget(name: string, spec: object = { count: 1 }, metadata: object = {}): object {
  return { apiVersion: "example.io/v1", kind: "Widget", metadata: { name, ...metadata }, spec };
}
