import { RealApiServer } from "@capstan/testkit";
import { type Body, Wire } from "../../packages/apiserver/test/conformance/target.ts";

/** A file of the embedded API server, generated from the initial state of a real one. */
export interface GeneratedFile {
  /** Its content, for people. */
  readonly what: string;
  readonly file: URL;
  /** Whether generating it needs RBAC on the real server. Default: false. */
  readonly rbac?: boolean;
  /** The content, JSON without a final line break. */
  readonly source: (wire: Wire) => Promise<string>;
}

/** The path of `<name>.generated.json` in packages/apiserver/src. */
export function generatedIn(name: string): URL {
  return new URL(`../../packages/apiserver/src/${name}.generated.json`, import.meta.url);
}

/** The content of the file, from a separate server (KUBEBUILDER_ASSETS). */
export async function contentOf({ rbac = false, source }: GeneratedFile): Promise<string> {
  await using server = await RealApiServer.start({ rbac });
  return `${await source(new Wire(server.kubeconfig))}\n`;
}

/** All objects of some kinds, with the plurals below `root` as keys, each converted by `described`. */
export async function objectsOf(
  wire: Wire,
  root: string,
  kinds: Readonly<Record<string, string>>,
  described: (kind: string, object: Body) => object,
): Promise<readonly object[]> {
  const objects: object[] = [];
  for (const [plural, kind] of Object.entries(kinds)) {
    const { body } = await wire.get(`${root}/${plural}`);
    objects.push(...body.items.map((item) => described(kind, item)));
  }
  return objects;
}
