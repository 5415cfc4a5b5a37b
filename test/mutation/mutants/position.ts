import ts from "typescript";

const kinds = ts.SyntaxKind;

/** Whether an expression is a condition: of `if`, `while`, `? :`, a negation, or a side of `&&` and `||`. */
export function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  if (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === kinds.ExclamationToken;
  if (!ts.isBinaryExpression(parent)) return ts.isParenthesizedExpression(parent) && isCondition(parent);
  const operator = parent.operatorToken.kind;
  return operator === kinds.AmpersandAmpersandToken || operator === kinds.BarBarToken;
}

/** The literals `true` and `false`, which are changed as literals. */
export function isSpelledOut(node: ts.Expression): boolean {
  return node.kind === kinds.TrueKeyword || node.kind === kinds.FalseKeyword;
}

/** Whether a string is a message for people, on which no decision depends. */
export function isProse(text: string): boolean {
  return /\s/.test(text);
}

/** Whether the expression is evaluated when its function runs, and can be replaced there. */
export function isReplaceable(node: ts.Node): node is ts.Expression {
  if (!ts.isExpression(node)) return false;
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === (node as ts.Node)) return false;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)) return false;
  if (ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent) || ts.isTypeOfExpression(parent))
    return false;
  if (ts.isTaggedTemplateExpression(parent) || ts.isMetaProperty(node)) return false;
  return !(ts.isPropertyAccessExpression(parent) && parent.name === (node as ts.Node));
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= kinds.FirstAssignment && kind <= kinds.LastAssignment;
}

/** Statements that can be removed: calls and assignments, `continue`, and `return` without a value. */
export function isRemovable(node: ts.Node): node is ts.Statement {
  if (ts.isContinueStatement(node)) return true;
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  const isSuper = ts.isCallExpression(expression) && expression.expression.kind === kinds.SuperKeyword;
  return !isSuper && !ts.isStringLiteral(expression);
}
