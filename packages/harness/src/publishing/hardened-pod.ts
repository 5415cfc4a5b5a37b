import { expect } from "vitest";

/** What the spec of a manager's Pod has at least, to let it do nothing on its machine but what it needs. */
export const hardenedPod: unknown = expect.objectContaining({
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  containers: [
    expect.objectContaining({
      resources: { requests: cpuAndMemory(), limits: cpuAndMemory() },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
    }),
  ],
});

function cpuAndMemory(): unknown {
  return { cpu: expect.any(String) as unknown, memory: expect.any(String) as unknown };
}
