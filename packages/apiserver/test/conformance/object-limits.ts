import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

const most = 1024 * 1024;
const base64 = (bytes: number) => Buffer.alloc(bytes, "a").toString("base64");

/** Limits of objects that the schema does not express. */
export function objectLimitsSuite(suite: Suite): void {
  describe("limits of objects", () => {
    test("the values of a ConfigMap have at most 1 MiB", async () => {
      const { wire, path } = await suite.namespace();
      const metadata = { name: "a" };
      const half = { b: base64(most / 2) };
      const tooLong = await wire.post(path("configmaps"), {
        metadata,
        data: { a: "ä".repeat(most / 4) + "x" },
        binaryData: half,
      });
      expect(tooLong.status).toBe(422);
      expect(tooLong.body.message).toBe('ConfigMap "a" is invalid: []: Too long: may not be more than 1048576 bytes');
      expect(tooLong.body.details.causes).toEqual([
        { reason: "FieldValueTooLong", message: "Too long: may not be more than 1048576 bytes", field: "[]" },
      ]);
      const longest = { metadata, data: { a: "ä".repeat(most / 4) }, binaryData: half };
      expect((await wire.post(path("configmaps"), longest)).status).toBe(201);
      expect((await wire.patch(path("configmaps/a"), "merge", { data: { b: "x" } })).status).toBe(422);
    });

    test("the values of a Secret have at most 1 MiB, whether they were strings", async () => {
      const { wire, path } = await suite.namespace();
      const metadata = { name: "a" };
      const tooLong = await wire.post(path("secrets"), { metadata, data: { a: base64(most) }, stringData: { b: "x" } });
      expect(tooLong.status).toBe(422);
      expect(tooLong.body.message).toBe('Secret "a" is invalid: data: Too long: may not be more than 1048576 bytes');
      expect((await wire.post(path("secrets"), { metadata, data: { a: base64(most) } })).status).toBe(201);
    });

    test("the phase of a Namespace is the one that its deletion implies", async () => {
      const { wire, namespace } = await suite.namespace();
      const status = `/api/v1/namespaces/${namespace}/status`;
      for (const phase of ["Terminating", "Other"]) {
        const refused = await wire.patch(status, "merge", { status: { phase } });
        expect([phase, refused.status, refused.body.message]).toEqual([
          phase,
          422,
          expect.stringContaining("may only be 'Active' if `deletionTimestamp` is empty"),
        ]);
        expect(refused.body.details.causes.map(({ field }) => field)).toContain("status.Phase");
      }
      expect((await wire.patch(status, "merge", { status: { phase: "Active" } })).status).toBe(200);
    });
  });
}
