import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { notMutated } from "./not-mutated.ts";

export const mutatedPackages = [
  "phases",
  "contract",
  "core-controllers",
  "bootstrap-kubeadm",
  "provider",
  "runtime",
] as const;
export type MutatedPackage = (typeof mutatedPackages)[number];

const root = path.resolve(import.meta.dirname, "../../..");

/**
 * The modules of a package that decide, by one rule: nothing in them waits or does I/O (`async`, `await`, `Promise`, `node:` modules and
 * those of clients), they do not name an object that does I/O for them ({@link acting}), and something in them depends on their input (a
 * condition, a comparison, a default). Tables and types contain no decisions, and the tests that run whole controllers cover waiting code.
 * {@link notMutated} lists excluded modules that match the rule, with the reason.
 */
export function decisionModules(of: MutatedPackage): string[] {
  return globSync(`packages/${of}/src/**/*.ts`, { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !file.endsWith(".generated.ts") && notMutated[file] === undefined)
    .filter((file) => decides(sourceFile(file)))
    .sort();
}

/** The package whose module this is, if it is one of those that are mutated. */
export function packageOf(file: string): MutatedPackage | undefined {
  return mutatedPackages.find((name) => file.startsWith(`packages/${name}/src/`));
}

/** A file of the repository, parsed. */
export function sourceFile(file: string, text = readFileSync(path.join(root, file), "utf8")): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
}

function decides(file: ts.SourceFile): boolean {
  return some(file, isBranch) && !some(file, isIO);
}

/** Whether a node, or a node inside it, is of this sort; types are ignored. */
function some(node: ts.Node, is: (node: ts.Node) => boolean): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
  return is(node) || ts.forEachChild(node, (child) => some(child, is)) === true;
}

function isIO(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) return true;
  if (ts.isIdentifier(node)) return node.text === "Promise";
  if (ts.isImportSpecifier(node)) return acting.has((node.propertyName ?? node.name).text);
  if (!ts.isImportDeclaration(node) || node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
  const from = (node.moduleSpecifier as ts.StringLiteral).text;
  return /^(node:(?!crypto$|util$|path$)|@kubernetes\/)/.test(from);
}

/** Names of objects that read, write, watch or run on behalf of a module. */
const acting = new Set([
  ...[
    "Client",
    "Cache",
    "Informer",
    "SharedInformer",
    "Source",
    "EventRecorder",
    "Controller",
    "Manager",
    "RestClient",
  ],
  ...["ReferenceTracker", "WorkloadConnections", "MachineCache", "ApiServer"],
]);

function isBranch(node: ts.Node): boolean {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node) || ts.isCaseClause(node)) return true;
  return ts.isBinaryExpression(node) && branching.has(node.operatorToken.kind);
}

const branching = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
