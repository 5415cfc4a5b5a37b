/**
 * A request path with input from others must come from `requestPath` or `resourcePath`, which the types of `Client.request` enforce. This
 * rule covers the cases that types cannot see.
 */

const instead =
  "Make the path with requestPath`/…/${part}` or resourcePath: it encodes each part, and refuses what cannot be one.";
const pathTypes = new Set(["RequestPath", "WatchPath"]);
/** The end of a string before a path segment, or before the value of a parameter; `//` precedes a host. */
const beforePart = /(^|[^/])\/$|=$/;

function isName(node, name) {
  return node.type === "Identifier" && node.name === name;
}

/** Whether a value becomes a path segment after the start of this template. */
function hasParts({ quasis, expressions }) {
  return expressions.some((_, index) => beforePart.test(quasis[index].value.raw));
}

const madeByFunction = {
  create(context) {
    const report = (node, message = instead) => {
      context.report({ node, message });
    };
    const checkCast = (node) => {
      const { typeAnnotation: type } = node;
      if (type.type === "TSTypeReference" && pathTypes.has(type.typeName.name)) report(node);
    };
    const checkAddress = (node) => {
      const [address] = node.arguments;
      if (address?.type === "TemplateLiteral" && hasParts(address)) report(address);
    };
    return {
      TSAsExpression: checkCast,
      TSTypeAssertion: checkCast,
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (isName(callee, "requestPath")) report(node, "requestPath is the tag of a template: requestPath`/…`.");
        if (isName(callee, "fetch")) checkAddress(node);
        const [, path] = given;
        if (callee.property?.name === "request" && path?.type === "TSAsExpression") report(path);
      },
      NewExpression(node) {
        if (isName(node.callee, "URL")) checkAddress(node);
      },
      TemplateLiteral(node) {
        const isTagged = node.parent.type === "TaggedTemplateExpression";
        if (!isTagged && node.expressions.length > 0 && /^\/apis?\//.test(node.quasis[0].value.raw)) report(node);
      },
      "BinaryExpression[operator='+'] > Literal.left"(node) {
        if (typeof node.value === "string" && /^\/apis?\//.test(node.value)) report(node.parent);
      },
    };
  },
};

export const requestPaths = {
  files: ["packages/*/src/**/*.ts", "examples/*/src/**/*.ts"],
  ignores: ["packages/runtime/src/client/request-path.ts", "packages/apiserver/src/**"],
  plugins: { "request-paths": { rules: { "made-by-function": madeByFunction } } },
  rules: { "request-paths/made-by-function": "error" },
};
