/** The server's record of a field manager that applied these labels and annotations. */
export const managed = (manager: string, labels: readonly string[], annotations: readonly string[] = []) => ({
  manager,
  fieldsV1: {
    "f:metadata": {
      "f:labels": Object.fromEntries([".", ...labels.map((key) => `f:${key}`)].map((key) => [key, {}])),
      ...(annotations.length === 0
        ? {}
        : { "f:annotations": Object.fromEntries(annotations.map((key) => [`f:${key}`, {}])) }),
    },
  },
});
