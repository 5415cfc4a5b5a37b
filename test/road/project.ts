import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PackedPackage } from "@capstan/harness/publishing";
import { type Command, install, installCreator, useTarballs } from "./packed-project.ts";
import type { Steps } from "./steps.ts";

/** The roles of the scaffold, with an author's input for each. */
export const roles = {
  infrastructure: { definition: "src/api/hello-machine.ts", flags: ["--machine-pool"] },
  bootstrap: { definition: "src/api/hello-config.ts", flags: [] },
  "control-plane": { definition: "src/api/hello-control-plane.ts", flags: [] },
} as const satisfies Readonly<Record<string, { readonly definition: string; readonly flags: readonly string[] }>>;
export type Role = keyof typeof roles;

/** The API group of a role's kinds. */
export function groupOf(role: Role): string {
  return `${role}.hello.example.com`;
}

/** Follows the road of one author to a release, from packed packages; resolves with the project's folder. */
export async function walk(
  role: Role,
  folder: string,
  packages: readonly PackedPackage[],
  steps: Steps,
): Promise<string> {
  const project = path.join(folder, role);
  await create(role, project, packages, steps);
  await steps.command(role, install, project);
  await steps.command(role, ["npm", "test"], project, "npm test, with conformance");
  await steps.timed(role, "a field is added", 0, () => addField(role, project));
  await steps.command(role, ["npm", "test"], project, "npm test");
  await steps.timed(role, "a second version and a rule of admission are added", 0, () => addVersion(role, project));
  if (role === "control-plane") await steps.timed(role, "the service is implemented", 0, () => addService(project));
  for (const script of ["test", "typecheck", "lint", "build", "manifests"]) {
    await steps.command(role, ["npm", "run", script], project);
  }
  return project;
}

/** Runs `npm create capstan-provider` like npx: in a separate home. */
async function create(role: Role, project: string, packages: readonly PackedPackage[], steps: Steps): Promise<void> {
  const home = `${project}-npx`;
  await steps.timed(role, "npm create capstan-provider", 1, async () => {
    const quiet = new (steps.constructor as typeof Steps)(() => undefined);
    const install = (command: Command): Promise<unknown> => quiet.command(role, command, home);
    const program = await installCreator(home, packages, install);
    const options = ["--type", role, "--name", "hello", "--group", groupOf(role), ...roles[role].flags, "--json"];
    await quiet.command(role, [program, project, ...options], home);
  });
  await useTarballs(project, packages);
}

/** Adds an optional field to the author's kind. */
async function addField(role: Role, project: string): Promise<void> {
  const field = `$&\n        note: Type.Optional(Type.String({ maxLength: 63, description: "For people." })),`;
  await edit(path.join(project, roles[role].definition), (text) => {
    const spread = text.replace(
      "spec: Type.Object({ size: ServerSize })",
      "spec: Type.Object({\n        size: ServerSize,\n      })",
    );
    return replaced(spread, /spec: Type\.Object\(\{/, field);
  });
}

/** Adds a version in which that field has another name, conversions in both directions, and a rule that no schema can express. */
async function addVersion(role: Role, project: string): Promise<void> {
  await edit(path.join(project, roles[role].definition), (text) => {
    const [version = ""] = /^ {4}v1alpha1: \{[^]*?^ {4}\},\n/m.exec(text) ?? [];
    const second = version.replace("v1alpha1", "v1beta1").replace("note:", "remark:");
    const withSecond = replaced(text, version, `${version}${second}`);
    return replaced(withSecond, /^ {2}versions: /m, `${additions}$&`);
  });
}

const additions = `  storage: "v1beta1",
  conversions: {
    v1alpha1: {
      spec: {
        toStorage: ({ note, ...rest }) => ({ ...rest, ...(note === undefined ? {} : { remark: note }) }),
        fromStorage: ({ remark, ...rest }) => ({ ...rest, ...(remark === undefined ? {} : { note: remark }) }),
      },
    },
  },
  admission: {
    validate: ({ remark }) => (remark === "forbidden" ? [{ path: "remark", message: "is not a remark; say something" }] : []),
  },
`;

/** The service runs one control plane, with its kubeconfig in a file. */
async function addService(project: string): Promise<void> {
  await edit(path.join(project, "src/cloud/in-memory-control-planes.ts"), (text) => {
    const imports = 'import { readFileSync } from "node:fs";\nimport process from "node:process";\n';
    return imports + replaced(text, /\["access"\] \{\n/, `$&${service}`);
  });
}

const service = `  const file = process.env.HELLO_KUBECONFIG;
  if (file !== undefined) {
    const kubeconfig = readFileSync(file, "utf8");
    const { hostname, port } = new URL(/https:\\S+/.exec(kubeconfig)?.[0] ?? "");
    return { host: hostname, port: Number(port), kubeconfig };
  }
`;

function replaced(text: string, what: string | RegExp, by: string): string {
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`The scaffold does not have ${String(what)} any more.`);
  return changed;
}

/** Changes a file of the project. */
async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}
