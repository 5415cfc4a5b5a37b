const text = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } };
const one = { type: "integer", minimum: 1 };
const level = { enum: ["none", "note", "warning", "error"] };

/**
 * The SARIF 2.1.0 requirements for the parts that `capstan check` writes: names, types and values as in the OASIS standard, and no other
 * properties.
 */
export const sarifSchema = {
  type: "object",
  required: ["version", "runs"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string", pattern: "^https://" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool"],
        additionalProperties: false,
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            additionalProperties: false,
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                additionalProperties: false,
                properties: {
                  name: { type: "string" },
                  version: { type: "string" },
                  informationUri: { type: "string", pattern: "^https://" },
                  rules: {
                    type: "array",
                    uniqueItems: true,
                    items: {
                      type: "object",
                      required: ["id"],
                      additionalProperties: false,
                      properties: {
                        id: { type: "string" },
                        shortDescription: text,
                        fullDescription: text,
                        help: text,
                        helpUri: { type: "string", pattern: "^https://" },
                        defaultConfiguration: {
                          type: "object",
                          additionalProperties: false,
                          properties: { level },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message"],
              additionalProperties: false,
              properties: {
                ruleId: { type: "string" },
                level,
                message: text,
                partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
                suppressions: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["kind"],
                    additionalProperties: false,
                    properties: { kind: { enum: ["inSource", "external"] }, justification: { type: "string" } },
                  },
                },
                locations: {
                  type: "array",
                  items: {
                    type: "object",
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: "object",
                        required: ["artifactLocation"],
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: "object",
                            additionalProperties: false,
                            // A URI reference: no spaces, no backslashes.
                            properties: { uri: { type: "string", pattern: String.raw`^[^\s\\]*$` } },
                          },
                          region: {
                            type: "object",
                            additionalProperties: false,
                            required: ["startLine"],
                            properties: { startLine: one, startColumn: one, endLine: one, endColumn: one },
                          },
                        },
                      },
                      logicalLocations: {
                        type: "array",
                        items: {
                          type: "object",
                          additionalProperties: false,
                          properties: { fullyQualifiedName: { type: "string" }, kind: { type: "string" } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;
