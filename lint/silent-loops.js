/** A test that expects something of each element of a list fails, too, when the list has none: something asserts what it has. */

const message =
  "This expects nothing where the list is empty: assert first what is in it, or that it is not empty, as expect(list).not.toEqual([]).";

const wrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "ChainExpression"]);
/** What of a list that has elements has elements, too. */
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

/** Whether a list certainly has elements, by how it is written. Tables of other files and what a function is passed count as full, with what is in them. */
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
  // Drawn by fast-check, as often as is asked for.
  if (nameOf(call) === "sample") return true;
  if (callee.type !== "MemberExpression") return false;
  if (callee.object.name === "Object") return isFull(call.arguments[0], scope);
  if (callee.object.name === "Array") return callee.property.name === "from";
  return keeping.has(callee.property.name) && isFull(callee.object, scope);
}

function childrenOf(node, keys) {
  return (keys[node.type] ?? []).flatMap((key) => node[key] ?? []).filter((child) => child !== null);
}

/** All nodes below one that meet a condition. */
function found(node, keys, meets) {
  return [...(meets(node) ? [node] : []), ...childrenOf(node, keys).flatMap((child) => found(child, keys, meets))];
}

function isExpect(node) {
  if (node.type !== "CallExpression") return false;
  return (
    node.callee.name === "expect" || (node.callee.object?.name === "expect" && node.callee.property.name === "soft")
  );
}

/** Whether what follows an `expect` holds of a list that has elements only. */
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

/** The list of whose elements, or of what is made of them, a loop is. */
function listOf(expression) {
  const node = unwrapped(expression);
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return node;
  if (node.callee.object.name === "Object") return listOf(node.arguments[0]);
  return keeping.has(nameOf(node)) ? listOf(node.callee.object) : node;
}

/** The test that a loop is in; else the function, or the file. */
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
    /** Whether something outside of the loop expects, or waits for, what only a list with elements has. */
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
        // Properties are tried with many lists, of which some may be empty.
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
