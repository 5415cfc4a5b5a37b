import ts from "typescript";
import { isCondition, isProse, isSpelledOut } from "./position.ts";

/** A replacement of an expression: the name of the change, and its source. */
export interface Replacement {
  readonly change: string;
  readonly source: string;
}

const kinds = ts.SyntaxKind;

/** All changes of one expression. */
export function replacementsOf(node: ts.Expression): Replacement[] {
  return [
    ...ofConditions(node),
    ...ofBinary(node),
    ...ofLiterals(node),
    ...ofChains(node),
    ...ofCalls(node),
    ...ofReturned(node),
  ];
}

function ofConditions(node: ts.Expression): Replacement[] {
  if (isSpelledOut(node) || ts.isParenthesizedExpression(node)) return [];
  const isLogical = ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind);
  const isNegation = ts.isPrefixUnaryExpression(node) && node.operator === kinds.ExclamationToken;
  if (isLogical || isNegation) return [];
  if (!isCondition(node) && !(ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind))) return [];
  const always = { change: "condition → true", source: "true" };
  const never = { change: "condition → false", source: "false" };
  // If the left side has decided already, the right side makes no difference: `a && false` equals `false && b`.
  const side = rightSideOf(node);
  if (side === kinds.AmpersandAmpersandToken) return [always];
  return side === kinds.BarBarToken ? [never] : [always, never];
}

function rightSideOf(node: ts.Expression): ts.SyntaxKind | undefined {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.right === node ? parent.operatorToken.kind : undefined;
}

const logical = new Set([kinds.AmpersandAmpersandToken, kinds.BarBarToken]);

const comparisons = new Set<ts.SyntaxKind>([
  kinds.EqualsEqualsEqualsToken,
  kinds.ExclamationEqualsEqualsToken,
  kinds.LessThanToken,
  kinds.LessThanEqualsToken,
  kinds.GreaterThanToken,
  kinds.GreaterThanEqualsToken,
  kinds.InKeyword,
  kinds.InstanceOfKeyword,
]);

const others = new Map<ts.SyntaxKind, string>([
  [kinds.LessThanToken, "<="],
  [kinds.LessThanEqualsToken, "<"],
  [kinds.GreaterThanToken, ">="],
  [kinds.GreaterThanEqualsToken, ">"],
  [kinds.PlusToken, "-"],
  [kinds.MinusToken, "+"],
  [kinds.AsteriskToken, "/"],
  [kinds.SlashToken, "*"],
  [kinds.PercentToken, "*"],
]);

function ofBinary(node: ts.Expression): Replacement[] {
  if (!ts.isBinaryExpression(node)) return [];
  const { left, right, operatorToken } = node;
  if (operatorToken.kind === kinds.QuestionQuestionToken) {
    return [
      { change: "?? → left", source: left.getText() },
      { change: "?? → right", source: right.getText() },
    ];
  }
  const other = others.get(operatorToken.kind);
  if (other === undefined || [left, right].some(ts.isStringLiteralLike)) return [];
  return [{ change: `${operatorToken.getText()} → ${other}`, source: `${left.getText()} ${other} ${right.getText()}` }];
}

function ofLiterals(node: ts.Expression): Replacement[] {
  if (node.kind === kinds.TrueKeyword) return [{ change: "true → false", source: "false" }];
  if (node.kind === kinds.FalseKeyword) return [{ change: "false → true", source: "true" }];
  if (ts.isStringLiteralLike(node) && node.text !== "" && !isProse(node.text) && !isCompared(node)) {
    return [{ change: 'string → ""', source: '""' }];
  }
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isAssigned(node)) {
    return [{ change: "array → []", source: "[]" }];
  }
  return [];
}

/** The comparison is already changed as a condition. */
function isCompared(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node.parent) && comparisons.has(node.parent.operatorToken.kind);
}

function isAssigned(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node;
}

/** `a?.b` → `a.b`, which throws if `a` is undefined. */
function ofChains(node: ts.Expression): Replacement[] {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node) && !ts.isCallExpression(node))
    return [];
  if ((node.flags & ts.NodeFlags.OptionalChain) === 0 || isInChain(node)) return [];
  const certain = node
    .getText()
    .replace(/\?\.(?=[[(])/g, "")
    .replaceAll("?.", ".");
  return [{ change: "?. → .", source: certain }];
}

/** Whether an optional chain continues around this expression. */
export function isInChain(node: ts.Expression): boolean {
  const { parent } = node;
  const isAccess =
    ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
  return isAccess && parent.expression === node && (parent.flags & ts.NodeFlags.OptionalChain) !== 0;
}

// Vitest loads this file with its configuration, which cannot import a package of the workspace before that is built.
const otherMethods: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
]);
const leftOut = new Set(["filter", "sort", "toSorted", "slice", "trim", "toLowerCase", "reverse", "toReversed"]);

function ofCalls(node: ts.Expression): Replacement[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  if ((node.flags & ts.NodeFlags.OptionalChain) !== 0) return [];
  const { expression: receiver, name } = node.expression;
  if (leftOut.has(name.text)) return [{ change: `.${name.text}() left out`, source: receiver.getText() }];
  const other = otherMethods.get(name.text);
  if (other === undefined) return [];
  const rest = node.getText().slice(name.end - node.getStart());
  return [{ change: `.${name.text}() → .${other}()`, source: `${receiver.getText()}.${other}${rest}` }];
}

/** The returned value of a function, unless it is a condition or a literal, which are changed as such. */
function ofReturned(node: ts.Expression): Replacement[] {
  const isReturned =
    ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && node.parent.body === node);
  if (!isReturned || (!ts.isCallExpression(node) && !ts.isObjectLiteralExpression(node) && !ts.isNewExpression(node)))
    return [];
  return [{ change: "returned → undefined", source: "undefined" }];
}
