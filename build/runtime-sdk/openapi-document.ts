import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A hook in the catalog of the Runtime SDK (build/runtime-sdk/go/main.go). */
export interface CatalogHook {
  readonly name: string;
  readonly apiVersion: string;
  /** The path at which an extension answers, without the name of the handler. */
  readonly path: string;
  /** The names of the schemas. */
  readonly request: string;
  readonly response: string;
  /** Whether the response has retryAfterSeconds. */
  readonly retries: boolean;
}

/** A schema of the OpenAPI document, with the keywords that openapi-gen writes. */
export interface OpenAPISchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenAPISchema>>;
  readonly additionalProperties?: OpenAPISchema;
  readonly items?: OpenAPISchema;
}

/** The hooks, and the schemas of their requests and responses by the names of their Go types. */
export interface OpenAPIDocument {
  readonly hooks: readonly CatalogHook[];
  readonly schemas: Readonly<Record<string, OpenAPISchema>>;
  /** The values of fields whose schema does not list them. */
  readonly constants: Readonly<Record<string, readonly string[]>>;
  readonly defaultTimeoutSeconds: number;
}

/** Packages whose types occur in requests and responses. */
const packages = [
  "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1",
  "sigs.k8s.io/cluster-api/api/core/v1beta2",
  "k8s.io/apimachinery/pkg/apis/meta/v1",
  "k8s.io/apimachinery/pkg/runtime",
  "k8s.io/apimachinery/pkg/util/intstr",
  "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
  "k8s.io/api/core/v1",
];

/**
 * The OpenAPI document of the Runtime SDK, made as Cluster API makes it for a release: openapi-gen reads the Go types of the module that
 * go.mod pins. Needs Go; takes minutes when nothing is compiled yet.
 */
export function openAPIDocument(): OpenAPIDocument {
  const folder = mkdtempSync(path.join(tmpdir(), "runtime-sdk-"));
  try {
    // Go may write go.sum, so build from a copy.
    cpSync(path.join(import.meta.dirname, "go"), folder, { recursive: true });
    const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=mod" };
    const go = (...parameters: readonly string[]): Buffer =>
      execFileSync("go", parameters, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    const none = ["--go-header-file", "/dev/null", "--report-filename", "/dev/null"];
    const output = [
      "--output-dir",
      "definitions",
      "--output-file",
      "generated.go",
      "--output-pkg",
      "runtimesdk/definitions",
    ];
    go("tool", "openapi-gen", ...none, ...output, ...packages);
    return JSON.parse(go("run", "-trimpath", ".").toString()) as OpenAPIDocument;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
