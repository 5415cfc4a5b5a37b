import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A field of a Go struct, as encoded in JSON and protobuf (build/kinds/go/types.go). */
export interface GoField {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly pointer?: boolean;
  readonly omitEmpty?: boolean;
  readonly omitZero?: boolean;
  readonly inline?: boolean;
}

/** The default of an omitted field, at one place of one kind (build/kinds/go/defaults.go). */
export interface GoDefault {
  readonly kind: GroupVersionKind;
  readonly path: string;
  readonly struct: string;
  readonly field: string;
  readonly value: unknown;
  readonly conditional?: boolean;
}

export interface GroupVersionKind {
  readonly Group: string;
  readonly Version: string;
  readonly Kind: string;
}

export interface GoKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly type: string;
  readonly fieldLabels?: readonly string[];
}

export interface GoFacts {
  readonly kinds: readonly GoKind[];
  readonly types: Readonly<Record<string, readonly GoField[]>>;
  readonly defaults: readonly GoDefault[];
  readonly places: Readonly<Record<string, number>>;
  /** Structs with kind and apiVersion. */
  readonly objects: Readonly<Record<string, boolean>>;
}

/** Reads facts about kinds from the Go types of Kubernetes. Needs Go and the modules that the reference build has fetched. */
export function goFacts(kinds: readonly GroupVersionKind[]): GoFacts {
  const folder = mkdtempSync(path.join(tmpdir(), "kinds-"));
  try {
    // Go may write go.sum, so build from a copy.
    cpSync(path.join(import.meta.dirname, "go"), folder, { recursive: true });
    const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=mod" };
    const output = execFileSync("go", ["run", "-trimpath", "."], {
      cwd: folder,
      env,
      input: JSON.stringify(kinds),
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(output.toString()) as GoFacts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
