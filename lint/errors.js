/** Errors that cross a package boundary are CapstanErrors, and are recognized by their code (docs/errors.md). */

const builtIn = /^(Aggregate|Range|Reference|Syntax|Type|URI)?Error$/;
const errorName = /(Error|Violation|NotStructural|Broken)$/;

const capstanErrors = {
  create(context) {
    const report = (node) => {
      context.report({
        node,
        message:
          "Errors that cross a package boundary extend CapstanError of @capstan/kube; where this one ends inside, say so.",
      });
    };
    return {
      "ClassDeclaration, ClassExpression"({ superClass }) {
        if (superClass?.type === "Identifier" && builtIn.test(superClass.name)) report(superClass);
      },
      "ThrowStatement > NewExpression.argument"(node) {
        if (node.callee.type === "Identifier" && builtIn.test(node.callee.name)) report(node);
      },
    };
  },
};

const byCode = {
  create(context) {
    return {
      "BinaryExpression[operator='instanceof']"({ right }) {
        if (right.type !== "Identifier" || !errorName.test(right.name)) return;
        const scope = context.sourceCode.getScope(right);
        const variable = scope.references.find(({ identifier }) => identifier === right)?.resolved;
        const imported = variable?.defs.some(({ parent }) => parent?.source?.value.startsWith("@capstan/"));
        if (imported === true) {
          context.report({
            node: right,
            message: "Recognize errors of another package by their code: two installed copies have two classes.",
          });
        }
      },
    };
  },
};

const plugins = { errors: { rules: { "capstan-errors": capstanErrors, "by-code": byCode } } };

export const errors = [
  {
    files: ["packages/*/src/**/*.ts"],
    // apiserver responds with Status objects over HTTP. bootstrap-kubeadm is a provider, whose errors the provider package converts to
    // conditions. An error of harness fails a test.
    ignores: ["packages/apiserver/src/**", "packages/bootstrap-kubeadm/src/**", "packages/harness/src/**"],
    plugins,
    rules: { "errors/capstan-errors": "error" },
  },
  { files: ["packages/*/src/**/*.ts", "examples/**/*.ts"], plugins, rules: { "errors/by-code": "error" } },
];
