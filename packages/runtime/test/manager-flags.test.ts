// The command line of a manager, from its arguments to the options of the manager.
import { describe, expect, test, vi } from "vitest";
import { concurrencyOf, managerCommand } from "../src/manager/manager-flags.ts";
import { optionsFromFlags } from "../src/manager/manager-options-from-flags.ts";
import { parseFlags } from "../src/manager/parse-flags.ts";
import { LogVerbosity } from "@capstan/runtime";

const defaults = {
  syncPeriod: 600_000,
  reconcileTimeout: 60_000,
  kubeApiQps: 100,
  kubeApiBurst: 200,
  clustercacheClientQps: 20,
  clustercacheClientBurst: 30,
  clustercacheMemoryLimit: 134_217_728,
  leaderElect: false,
  leaderElectNamespace: "default",
  leaderElectLeaseDuration: 15_000,
  leaderElectRenewDeadline: 10_000,
  leaderElectRetryPeriod: 2_000,
  insecureKubeconfigExec: false,
  insecureKubeconfigFiles: false,
  insecureKubeconfigProxy: false,
  insecureKubeconfigTls: false,
  healthAddr: ":9440",
  diagnosticsAddress: ":8443",
  insecureDiagnostics: false,
  v: 2,
  loggingFormat: "text",
  install: false,
  installWebhooks: false,
  webhookCertName: "tls.crt",
  webhookKeyName: "tls.key",
  tlsMinVersion: "VersionTLS12",
};

const command = (concurrency?: Record<string, number>) => managerCommand("hello", "A manager", "1.2.3", concurrency);
const flagsOf = (...argv: string[]) => {
  const flags = parseFlags(command(), argv);
  if (flags === undefined) throw new Error("only help was asked for");
  return flags;
};

describe("a command line", () => {
  test("without flags has the defaults of Cluster API's managers", () => {
    expect(flagsOf()).toEqual(defaults);
  });

  test("has every flag", () => {
    const words = `--kubeconfig k --context c --namespace a --namespace team-*,b --watch-filter w --sync-period 1h
      --reconcile-timeout 5s --kube-api-qps 0.5 --kube-api-burst 7 --clustercache-client-qps -1 --clustercache-client-burst 8
      --clustercache-memory-limit 1Mi --leader-elect --leader-elect-namespace n --leader-elect-resource-name r
      --leader-elect-lease-duration 30s --leader-elect-renew-deadline 20s --leader-elect-retry-period 4s
      --insecure-kubeconfig-exec --insecure-kubeconfig-files --insecure-kubeconfig-proxy --insecure-kubeconfig-tls
      --health-addr :1 --diagnostics-address :2 --insecure-diagnostics --profiler-address localhost:3 --v 5
      --logging-format json --install --install-webhooks --webhook-port 4 --webhook-cert-dir d --webhook-cert-name e
      --webhook-key-name f --webhook-client-ca-file g --tls-min-version VersionTLS13
      --tls-cipher-suites TLS_AES_128_GCM_SHA256 --tls-curve-preferences 29`;
    expect(flagsOf(...words.split(/\s+/))).toEqual({
      kubeconfig: "k",
      context: "c",
      namespace: ["a", "team-*", "b"],
      watchFilter: "w",
      syncPeriod: 3_600_000,
      reconcileTimeout: 5_000,
      kubeApiQps: 0.5,
      kubeApiBurst: 7,
      clustercacheClientQps: -1,
      clustercacheClientBurst: 8,
      clustercacheMemoryLimit: 1_048_576,
      leaderElect: true,
      leaderElectNamespace: "n",
      leaderElectResourceName: "r",
      leaderElectLeaseDuration: 30_000,
      leaderElectRenewDeadline: 20_000,
      leaderElectRetryPeriod: 4_000,
      insecureKubeconfigExec: true,
      insecureKubeconfigFiles: true,
      insecureKubeconfigProxy: true,
      insecureKubeconfigTls: true,
      healthAddr: ":1",
      diagnosticsAddress: ":2",
      insecureDiagnostics: true,
      profilerAddress: "localhost:3",
      v: 5,
      loggingFormat: "json",
      install: true,
      installWebhooks: true,
      webhookPort: 4,
      webhookCertDir: "d",
      webhookCertName: "e",
      webhookKeyName: "f",
      webhookClientCaFile: "g",
      tlsMinVersion: "VersionTLS13",
      tlsCipherSuites: ["TLS_AES_128_GCM_SHA256"],
      tlsCurvePreferences: [29],
    });
  });

  test.each([
    [["--leader-elect=true"], true],
    [["--leader-elect=T"], true],
    [["--leader-elect=1"], true],
    [["--leader-elect=false"], false],
    [["--leader-elect=0"], false],
    [["--leader-elect", "--leader-elect=false"], false],
    [["--leader-elect=false", "--leader-elect"], true],
    [["--leader-elect=true", "--leader-elect=true"], true],
  ])("%j: the last value of a switch counts, as in Go", (argv, leaderElect) => {
    expect(flagsOf(...argv).leaderElect).toBe(leaderElect);
  });

  test("keeps a value with an equals sign where the flag is not a switch, and everything after --", () => {
    expect(flagsOf("--watch-filter=a=b").watchFilter).toBe("a=b");
    const withWords = command().argument("[words...]");
    parseFlags(withWords, ["--", "--leader-elect=perhaps"]);
    expect(withWords.args).toEqual(["--leader-elect=perhaps"]);
    const more = command().argument("[words...]");
    parseFlags(more, ["a", "--", "b"]);
    expect(more.args).toEqual(["a", "b"]);
  });

  test("keeps the arguments before a switch with a value", () => {
    expect(flagsOf("--watch-filter", "w", "--leader-elect=true")).toMatchObject({
      watchFilter: "w",
      leaderElect: true,
    });
  });

  test.each([
    [["--leader-elect=perhaps"], "--leader-elect=perhaps must be --leader-elect=true or --leader-elect=false"],
    [["--no-such"], "unknown option '--no-such' (see hello --help)"],
  ])("%j is refused: %s", (argv, message) => {
    expect(() => flagsOf(...argv)).toThrow(expect.objectContaining({ code: "CommandLineInvalid", message }) as Error);
  });

  test("with --install, a developer's machine serves only what the flags request", () => {
    expect(flagsOf("--install")).toMatchObject({ healthAddr: "0", diagnosticsAddress: "0", install: true });
    expect(flagsOf("--install", "--health-addr=:9440")).toMatchObject({ healthAddr: ":9440", diagnosticsAddress: "0" });
  });

  test("prints help and version, and the help explains each flag", () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const printed = ["--help", "--version"].map((flag) => {
      write.mockClear();
      expect(parseFlags(command({ machine: 10 }), [flag])).toBeUndefined();
      return write.mock.calls.map(([text]) => String(text)).join("");
    });
    write.mockRestore();
    expect(printed[1]).toBe("1.2.3\n");
    const help = (printed[0] ?? "").replace(/\s+/g, " ");
    for (const part of [
      "Usage: hello [options] A manager",
      "-V, --version print the version",
      "-h, --help print this help",
      "--sync-period <duration> reconcile every object at least this often (default: 10m0s)",
      "(default: 128Mi)",
      '(choices: "text", "json", default: "text")',
      '(choices: "VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13", default: "VersionTLS12")',
      "--machine-concurrency <number> objects that the controller machine reconciles at a time (default: 10)",
    ]) {
      expect(help).toContain(part);
    }
  });

  test("sets concurrency by controller name, and omits controllers without a value", () => {
    const flags = parseFlags(command({ machine: 10, "machine-set": 5 }), ["--machine-set-concurrency=3"]) ?? {};
    expect(concurrencyOf(flags, ["machine", "machine-set", "other"])).toStrictEqual({ machine: 10, "machine-set": 3 });
  });
});

describe("the options of a manager", () => {
  const verbosity = new LogVerbosity(2);

  test("are the defaults of the flags", () => {
    expect(optionsFromFlags(flagsOf(), verbosity)).toStrictEqual({
      reconcileTimeoutMs: 60_000,
      syncPeriodMs: 600_000,
      remoteRate: { qps: 20, burst: 30 },
      remoteCacheBytes: 134_217_728,
      insecureKubeconfig: { exec: false, files: false, proxy: false, tls: false },
      healthAddress: ":9440",
      diagnostics: { address: ":8443", insecure: false, tls: { minVersion: "TLSv1.2" }, verbosity },
    });
  });

  test("have the requested parts, and omit disabled parts", () => {
    const flags = flagsOf(
      ...["--namespace=a,b", "--watch-filter=w", "--profiler-address=localhost:1", "--health-addr=0"],
      ...["--diagnostics-address=", "--leader-elect", "--leader-elect-resource-name=r", "--insecure-kubeconfig-tls"],
    );
    expect(optionsFromFlags(flags, verbosity)).toStrictEqual({
      reconcileTimeoutMs: 60_000,
      syncPeriodMs: 600_000,
      remoteRate: { qps: 20, burst: 30 },
      remoteCacheBytes: 134_217_728,
      insecureKubeconfig: { exec: false, files: false, proxy: false, tls: true },
      namespaces: ["a", "b"],
      watchFilter: "w",
      leaderElection: {
        namespace: "default",
        name: "r",
        leaseDurationMs: 15_000,
        renewDeadlineMs: 10_000,
        retryPeriodMs: 2_000,
      },
      profilerAddress: "localhost:1",
    });
  });

  test("have no Lease name unless a flag sets one: the manager has its own", () => {
    expect(optionsFromFlags(flagsOf("--leader-elect"), verbosity).leaderElection).not.toHaveProperty("name");
  });

  test.each([
    ["3s", "2s", "1s", true],
    ["2s", "2s", "1s", false],
    ["3s", "1s", "1s", false],
    ["1s", "2s", "1s", false],
  ])("with a Lease of %s, a deadline of %s and a period of %s are consistent: %s", (lease, deadline, period, fits) => {
    const flags = flagsOf(
      "--leader-elect",
      `--leader-elect-lease-duration=${lease}`,
      `--leader-elect-renew-deadline=${deadline}`,
      `--leader-elect-retry-period=${period}`,
    );
    if (fits) expect(() => optionsFromFlags(flags, verbosity)).not.toThrow();
    else expect(() => optionsFromFlags(flags, verbosity)).toThrow(/lease-duration must be longer than/);
  });
});
