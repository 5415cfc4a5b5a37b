import ts from "typescript";
import { describe, expect, test } from "vitest";
import {
  declaredAt,
  documentationOf,
  importersOf,
  impliedBy,
  publicNames,
  type PublicName,
  resolved,
} from "./public-faces.ts";

const { names, checker } = publicNames();

/** The meaning of a name as a type and as a value: an alias with the same name for a type of another package means the same. */
function meaningsOf({ symbol }: PublicName): { readonly type?: ts.Symbol; readonly value?: ts.Symbol } {
  const type = (symbol.flags & ts.SymbolFlags.Type) === 0 ? undefined : checker.getDeclaredTypeOfSymbol(symbol);
  return {
    ...(type === undefined ? {} : { type: type.getSymbol() ?? type.aliasSymbol ?? symbol }),
    ...((symbol.flags & ts.SymbolFlags.Value) === 0 ? {} : { value: symbol }),
  };
}

describe("the exports of the packages", () => {
  test("have one declaration for each name", () => {
    const clashes = [...Map.groupBy(names, ({ name }) => name)].flatMap(([name, exported]) => {
      if (new Set(exported.map(({ symbol }) => symbol)).size < 2) return [];
      const meanings = exported.map(meaningsOf);
      const isOne = (["type", "value"] as const).every(
        (kind) => new Set(meanings.flatMap((of) => of[kind] ?? [])).size < 2,
      );
      return isOne ? [] : [`${name}: ${exported.map(({ entry }) => entry).join(", ")}`];
    });
    expect(clashes).toEqual([]);
  });

  test("have one name for each declaration", () => {
    const aliases = [...Map.groupBy(names, ({ symbol }) => symbol)].flatMap(([symbol, exported]) => {
      const different = new Set(exported.map(({ name }) => name));
      return different.size < 2 ? [] : [`${declaredAt(symbol)}: ${[...different].join(", ")}`];
    });
    expect(aliases).toEqual([]);
  });

  test("are used by another package, documented, or part of such an export", () => {
    const importers = importersOf();
    const wanted = names.filter(({ entry, folder, name }) => {
      const elsewhere = (file: string): boolean =>
        !file.startsWith(`packages/${folder}/`) || file.startsWith("packages/create-capstan-provider/templates/");
      const isDocumented = new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(documentationOf(folder));
      return isDocumented || (importers.get(`${entry}#${name}`) ?? []).some(elsewhere);
    });
    const implied = impliedBy(
      wanted.map(({ symbol }) => symbol),
      checker,
    );
    const unused = names.filter((exported) => !wanted.includes(exported) && !implied.has(exported.symbol));
    expect(unused.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });

  test("have no error class outside of CapstanError", () => {
    const others = names.filter(({ symbol, name }) => {
      const bases = basesOf(symbol);
      return name !== "CapstanError" && bases.includes("Error") && !bases.includes("CapstanError");
    });
    expect(others.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });
});

/** The names of the base classes of a class, the nearest first. */
function basesOf({ valueDeclaration }: ts.Symbol): string[] {
  if (valueDeclaration === undefined || !ts.isClassDeclaration(valueDeclaration)) return [];
  const extended = valueDeclaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = extended?.types[0] && checker.getSymbolAtLocation(extended.types[0].expression);
  return base === undefined ? [] : [base.name, ...basesOf(resolved(base, checker))];
}
