import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A field of a Go struct, as JSON and protobuf have it (build/kinds/go/types.go). */
export interface GoField {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly pointer?: boolean;
  readonly omitEmpty?: boolean;
  readonly omitZero?: boolean;
  readonly inline?: boolean;
}

/** What a field is where it is left out, at one place of one kind (build/kinds/go/defaults.go). */
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
  /** Structs that state their kind. */
  readonly objects: Readonly<Record<string, boolean>>;
}

/** What the Go types of Kubernetes say of kinds. Needs Go; the modules are those that the reference build has fetched. */
export function goFacts(kinds: readonly GroupVersionKind[]): GoFacts {
  const folder = mkdtempSync(path.join(tmpdir(), "kinds-"));
  try {
    // Go may want to touch go.sum: build from a copy.
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
