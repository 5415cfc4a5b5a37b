import { expect } from "vitest";

/** The minimal hardening of a manager's Pod spec. */
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
