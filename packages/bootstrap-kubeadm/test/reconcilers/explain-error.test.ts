import { describe, expect, test } from "vitest";
import { CertificateError } from "../../src/certificates/certificate-error.ts";
import { DataTooLargeError } from "../../src/reconcilers/kubeadm-config/bootstrap-data-outcome.ts";
import { explainError } from "../../src/reconcilers/kubeadm-config/explain-error.ts";
import {
  ControlPlaneReferenceError,
  ControlPlaneUnreadableError,
} from "../../src/reconcilers/kubeadm-config/template-data.ts";
import { WorkloadUnavailableError } from "../../src/reconcilers/kubeadm-config/with-workload.ts";
import { UnsupportedVersionError } from "../../src/render/kubeadm/kubernetes-version.ts";
import { FileTemplateError, SecretReferenceError } from "../../src/render/setup/resolve-setup.ts";

const message = "what to do";

describe("what a user can repair is an outcome with its message:", () => {
  test("an unsupported version needs a change, and is not tried again", () => {
    const failed = { type: "failed", reason: "UnsupportedVersion", message };
    expect(explainError(new UnsupportedVersionError(message))).toEqual(failed);
  });

  test.each([
    [new FileTemplateError(message) as Error, "InvalidTemplate"],
    [new ControlPlaneUnreadableError(message) as Error, "WaitingForControlPlane"],
    [new SecretReferenceError(message) as Error, "WaitingForSecret"],
    [new DataTooLargeError(message) as Error, "BootstrapDataTooLarge"],
  ])("%s warns, and is looked at again after half a minute, as %s", (error, reason) => {
    expect(explainError(error)).toEqual({ type: "pending", reason, message, retryAfterMs: 30_000, warning: true });
  });

  test("a reference that no path can be made of waits for the Cluster to change", () => {
    const explained = { type: "pending", reason: "InvalidControlPlaneRef", message, warning: true };
    expect(explainError(new ControlPlaneReferenceError(message))).toEqual(explained);
  });

  test.each([
    [true, false],
    [false, true],
  ])("a workload cluster whose kubeconfig is invalid (%s) is asked again after ten seconds", (isKubeconfigBad) => {
    expect(explainError(new WorkloadUnavailableError(message, { isKubeconfigBad, cause: undefined }))).toEqual({
      ...{ type: "pending", reason: "WaitingForWorkloadCluster", message },
      ...{ retryAfterMs: 10_000, warning: isKubeconfigBad },
    });
  });
});

describe("missing certificates are a condition", () => {
  const conditions = [{ type: "CertificatesAvailable", status: "False", reason: "NotAvailable", message }];

  test.each([
    ["a warning, by default", { isGenerated: true }, undefined, true],
    ["no warning where they are about to be created", { isGenerated: true }, { certificatesMayCome: true }, false],
    ["a warning where nothing creates this one", { isGenerated: false }, { certificatesMayCome: true }, true],
    ["a warning where nothing creates any", { isGenerated: true }, { certificatesMayCome: false }, true],
  ])("and %s", (_what, of, circumstances, warning) => {
    expect(explainError(new CertificateError(message, of), circumstances)).toEqual({
      ...{ type: "pending", reason: "WaitingForCertificates", message },
      ...{ retryAfterMs: 30_000, warning, conditions },
    });
  });

  test("that is not one of those that are created by default, and has its cause", () => {
    const cause = new Error("lower");
    expect(new CertificateError(message, { cause })).toMatchObject({ isGenerated: false, cause });
    expect("cause" in new CertificateError(message)).toBe(false);
  });
});

test.each([new Error("other"), "not an error", undefined])("anything else is thrown on: %s", (error) => {
  let thrown: unknown = "nothing";
  try {
    explainError(error);
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBe(error);
});
