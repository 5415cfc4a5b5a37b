import ts from "typescript";

/** Places in source code that repeat the content of rules.yaml, or create a violation without `violation`. */
export function secondCatalogueIn(file: string, text: string, sources: ReadonlySet<string>): string[] {
  const root = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    const { line } = root.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    const what = faultOf(node, sources);
    if (what !== undefined) report(node, what);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function faultOf(node: ts.Node, sources: ReadonlySet<string>): string | undefined {
  if (ts.isObjectLiteralExpression(node)) return literalFault(node);
  if ((ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) && violationType.test(node.type.getText())) {
    return `a violation by a cast to ${node.type.getText()}`;
  }
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return undefined;
  if (sources.has(node.text) || contractPage.test(node.text)) return `the source of a rule: ${node.text}`;
  if (ruleText.test(node.text)) return `the text of a rule: ${node.text}`;
  return undefined;
}

const violationType = /^(readonly )?(Rule|Installed)?(Violation|Finding)(<.*>)?(\[\])?$/;
const contractPage = /contracts\/[a-z-]+(\.md|#|\b.*#)|developer\/providers\/|^(core|internal|util|cmd)\/[\w/-]+\.go\b/;
const ruleText = /^[A-Z]{2,3}-\d{3}: /;

/** `{ rule, path, expected, source }`, and a violation with another rule, statement or source. */
function literalFault(literal: ts.ObjectLiteralExpression): string | undefined {
  const names = new Set(literal.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()])));
  const spreads = literal.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression.getText());
  const ofRules = ["rule", "statement", "source"].filter((name) => names.has(name));
  if (ofRules.length > 0 && spreads.some((text) => /violation|finding/i.test(text))) {
    return `a violation with ${ofRules.join(", ")} of its own`;
  }
  return names.has("expected") && (names.has("source") || names.has("statement"))
    ? "a violation as a literal"
    : undefined;
}
