/** A test that has expectations for each element of a list must also fail for an empty list: it must assert the list's content. */

const message =
  "This expects nothing where the list is empty: assert first what is in it, or that it is not empty, as expect(list).not.toEqual([]).";

const wrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "ChainExpression"]);
/** Methods that return a non-empty list for a non-empty list. */
const keeping = new Set(["map", "toSorted", "sort", "toReversed", "reverse", "concat", "entries", "keys", "values"]);

function unwrapped(node) {
  return wrappers.has(node.type) ? unwrapped(node.expression) : node;
}

function nameOf({ callee }) {
  return callee.type === "MemberExpression" ? callee.property.name : callee.name;
}

function variableOf(identifier, scope) {
  for (let outer = scope; outer !== null; outer = outer.upper) {
    const found = outer.set.get(identifier.name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a list is certainly not empty, judged by its expression. Tables of other files and parameters of functions count as non-empty,
 * with their contents.
 */
function isFull(expression, scope) {
  const node = unwrapped(expression);
  switch (node.type) {
    case "ArrayExpression":
      return node.elements.some((each) => each?.type !== "SpreadElement" || isFull(each.argument, scope));
    case "ObjectExpression":
      return node.properties.some((each) => each.type !== "SpreadElement" || isFull(each.argument, scope));
    case "ConditionalExpression":
      return isFull(node.consequent, scope) && isFull(node.alternate, scope);
    case "Identifier":
      return isFullVariable(variableOf(node, scope), scope);
    case "MemberExpression":
      return isFull(node.object, scope);
    case "NewExpression":
      return node.arguments.length > 0 && isFull(node.arguments[0], scope);
    case "CallExpression":
      return isFullCall(node, scope);
    default:
      return false;
  }
}

function isFullVariable(variable, scope) {
  const [definition] = variable?.defs ?? [];
  if (definition === undefined) return false;
  if (definition.type !== "Variable") return true;
  const { id, init } = definition.node;
  const { parent } = definition.parent;
  if (parent.type === "ForOfStatement") return isFull(parent.right, scope);
  return id.type === "Identifier" && definition.parent.kind === "const" && init !== null && isFull(init, scope);
}

function isFullCall(call, scope) {
  const { callee } = call;
  // fast-check draws the requested number of samples.
  if (nameOf(call) === "sample") return true;
  if (callee.type !== "MemberExpression") return false;
  if (callee.object.name === "Object") return isFull(call.arguments[0], scope);
  if (callee.object.name === "Array") return callee.property.name === "from";
  return keeping.has(callee.property.name) && isFull(callee.object, scope);
}

function childrenOf(node, keys) {
  return (keys[node.type] ?? []).flatMap((key) => node[key] ?? []).filter((child) => child !== null);
}

/** All nodes at or below one that meet a condition. */
function found(node, keys, meets) {
  return [...(meets(node) ? [node] : []), ...childrenOf(node, keys).flatMap((child) => found(child, keys, meets))];
}

function isExpect(node) {
  if (node.type !== "CallExpression") return false;
  return (
    node.callee.name === "expect" || (node.callee.object?.name === "expect" && node.callee.property.name === "soft")
  );
}

/** Whether the matcher of an `expect` passes only for a non-empty list. */
function excludesEmpty(expectation) {
  const members = [];
  let node = expectation;
  while (node.parent.type === "MemberExpression") {
    node = node.parent;
    members.push(node.property.name);
  }
  const [expected] = node.parent.arguments ?? [];
  const matcher = members.at(-1);
  if (matcher === "toBeGreaterThan") return true;
  const parts = expected?.elements ?? expected?.properties;
  const isEmpty =
    parts?.length === 0 ||
    (expected?.type === "Literal" && (expected.value === 0 || expected.value === false || expected.value === ""));
  return members.includes("not") === isEmpty;
}

/** The list that a loop iterates over, directly or through derived lists. */
function listOf(expression) {
  const node = unwrapped(expression);
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return node;
  if (node.callee.object.name === "Object") return listOf(node.arguments[0]);
  return keeping.has(nameOf(node)) ? listOf(node.callee.object) : node;
}

/** The test around a loop; otherwise the function, or the file. */
function testOf(ancestors) {
  const functions = ancestors.filter(({ type }) => type.includes("Function"));
  const isTest = ({ parent }) => parent.type === "CallExpression" && /^(test|it|step)$/.test(rootOf(parent.callee));
  return functions.find(isTest) ?? functions.at(-1) ?? ancestors[0];
}

function rootOf(callee) {
  if (callee.type === "Identifier") return callee.name;
  const inner = callee.type === "MemberExpression" ? callee.object : callee.callee;
  return inner === undefined ? "" : rootOf(inner);
}

const noSilentLoops = {
  create(context) {
    const { sourceCode } = context;
    const keys = sourceCode.visitorKeys;
    const isVacuous = (node) => node.type === "CallExpression" && nameOf(node) === "every";
    /** Whether an expectation or wait outside of the loop passes only for a non-empty list. */
    const isAsserted = (loop, list) => {
      const text = sourceCode.getText(listOf(list));
      const test = testOf(sourceCode.getAncestors(loop));
      const mentionsIn = (node) => found(node, keys, (each) => sourceCode.getText(each) === text);
      const isAwaited = found(
        test,
        keys,
        (node) => node.type === "CallExpression" && /^(until|waitUntil)$/.test(nameOf(node)),
      ).some((wait) => mentionsIn(wait).some(({ parent }) => parent.property?.name === "length"));
      return (
        isAwaited ||
        found(test, keys, isExpect).some((expectation) => {
          const isInside = expectation.range[0] >= loop.range[0] && expectation.range[1] <= loop.range[1];
          const [actual] = expectation.arguments;
          if (isInside || actual === undefined || !excludesEmpty(expectation)) return false;
          return mentionsIn(actual).length > 0 && found(actual, keys, isVacuous).length === 0;
        })
      );
    };
    return {
      ForOfStatement(loop) {
        if (found(loop.body, keys, isExpect).length === 0) return;
        // Properties are tried with many lists, some of which may be empty.
        if (
          sourceCode
            .getAncestors(loop)
            .some((each) => each.type === "CallExpression" && /^(asyncP|p)roperty$/.test(nameOf(each)))
        )
          return;
        if (isFull(loop.right, sourceCode.getScope(loop)) || isAsserted(loop, loop.right)) return;
        context.report({ node: loop.right, message });
      },
    };
  },
};

export const silentLoops = {
  files: ["packages/*/test/**/*.ts", "test/**/*.ts", "examples/**/*.test.ts"],
  plugins: { "silent-loops": { rules: { "no-silent-loops": noSilentLoops } } },
  rules: { "silent-loops/no-silent-loops": "error" },
};
