import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

/** The server's health endpoints. */
export function healthSuite(suite: Suite): void {
  describe("health", () => {
    test.each([
      ["healthz", "[+]loopback-serving-certificate ok"],
      ["livez", "[+]poststarthook/crd-informer-synced ok"],
      ["readyz", "[+]informer-sync ok"],
    ])("/%s reports each passed check if the request is verbose", async (endpoint, line) => {
      const { text, headers } = await suite.wire().get(`/${endpoint}?verbose`);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
      const lines = text.split("\n");
      expect(lines.slice(0, 2)).toEqual(["[+]ping ok", "[+]log ok"]);
      expect(lines).toContain("[+]etcd ok");
      expect(lines).toContain(line);
      expect(lines.slice(-2)).toEqual([`${endpoint} check passed`, ""]);
    });

    test("checks can be excluded and requested individually", async () => {
      const wire = suite.wire();
      const { text } = await wire.get("/livez?verbose&exclude=etcd&exclude=more&exclude=a");
      expect(text).toContain("[+]etcd excluded: ok\n");
      const warning = 'warn: some health checks cannot be excluded: no matches for "a","more"';
      expect(text).toContain(`${warning}\nlivez check passed\n`);
      expect(await wire.get("/livez/poststarthook/crd-informer-synced")).toMatchObject({ status: 200, text: "ok" });
      expect((await wire.get("/livez/informer-sync")).status).toBe(404);
      expect((await wire.get("/readyz/informer-sync")).status).toBe(200);
    });

    test("/metrics/slis counts passed checks", async () => {
      const wire = suite.wire();
      const passed = async (): Promise<number> => {
        const { text } = await wire.get("/metrics/slis");
        expect(text).toMatch(/^kubernetes_healthcheck\{name="ping",type="livez"\} 1$/m);
        expect(text).toMatch(/^process_start_time_seconds \d/m);
        const counted = /^kubernetes_healthchecks_total\{name="ping",status="success",type="livez"\} (\d+)$/m.exec(
          text,
        );
        return Number(counted?.[1]);
      };
      await wire.get("/livez");
      const before = await passed();
      await wire.get("/livez?exclude=etcd");
      expect(await passed()).toBe(before + 1);
    });
  });
}
