/** Finds the tables of texts by language in a source, as lists of texts with their places. Pure. */
import ts from 'typescript';

export type Texts = ReadonlyMap<string, string>;

const nameOf = ({ name }: ts.ObjectLiteralElementLike): string =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '?';

/** Returns the texts in a literal by their path: `mails.invoice.lines.0`. */
function textsIn(node: ts.Node, path: readonly string[] = []): [string, string][] {
  if (ts.isStringLiteralLike(node)) return [[path.join('.'), node.text]];
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) return textsIn(node.expression, path);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((each, at) => textsIn(each, [...path, String(at)]));
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((each) => {
    if (ts.isSpreadAssignment(each)) return textsIn(each.expression, path);
    return ts.isPropertyAssignment(each) ? textsIn(each.initializer, [...path, nameOf(each)]) : [];
  });
}

const parsed = (source: string): ts.SourceFile =>
  ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true);

/** Returns the texts of each object with these languages as keys, with the line where it begins. */
export function tablesIn(
  source: string,
  languages: readonly string[],
): { readonly line: number; readonly texts: ReadonlyMap<string, Texts> }[] {
  const file = parsed(source);
  const found: { line: number; texts: ReadonlyMap<string, Texts> }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const values = new Map(
        node.properties.flatMap((each) =>
          ts.isPropertyAssignment(each) ? [[nameOf(each), new Map(textsIn(each.initializer))] as const] : [],
        ),
      );
      if (languages.every((language) => values.has(language)))
        found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, texts: values });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the texts of the tables that a file of one language exports. */
export function textsOfFile(source: string): Texts {
  const statements = parsed(source).statements.filter((each) => ts.isVariableStatement(each));
  const values = statements.flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ initializer }) => (initializer ? textsIn(initializer) : [])),
  );
  return new Map(values);
}
