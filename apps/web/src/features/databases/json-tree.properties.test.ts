import fc from 'fast-check';
import { expect, it } from 'vitest';
import { childrenOf, keyOf, kindOf, pathOf, readTree, valueText, type JsonTree } from './json-tree.ts';

/** The value of a node, put together from its children. */
function valueOf(tree: JsonTree, node: number): unknown {
  const kind = kindOf(tree, node);
  const children = childrenOf(tree, node);
  if (kind === 'list') return children.map((child) => valueOf(tree, child));
  if (kind === 'object') return Object.fromEntries(children.map((child) => [keyOf(tree, child), valueOf(tree, child)]));
  return JSON.parse(valueText(tree, node, Infinity)) as unknown;
}

/** Follows `$.a["b"][0]`. */
function follow(value: unknown, path: string): unknown {
  const steps = path.slice(1).match(/\.[A-Za-z_]\w*|\["(?:\\.|[^"\\])*"\]|\[\d+\]/g) ?? [];
  return steps.reduce<unknown>((at, step) => {
    const key = step.startsWith('.') ? step.slice(1) : (JSON.parse(step.slice(1, -1)) as string | number);
    return (at as Record<string | number, unknown>)[key];
  }, value);
}

it('has every value of a document in its place, under its path', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (document, indent) => {
      const text = JSON.stringify(document, null, indent);
      const whole = JSON.parse(text) as unknown;
      const tree = readTree(text);
      if (!tree) throw new Error('It is not read as JSON.');
      expect(valueOf(tree, 0)).toEqual(whole);
      for (const node of tree.starts.keys()) expect(follow(whole, pathOf(tree, node))).toEqual(valueOf(tree, node));
    }),
  );
});

it('reads a text exactly if it is JSON', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', 'a', ' ', '\\') }), fc.json()),
      (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(readTree(text) !== undefined).toBe(isJson);
      },
    ),
  );
});
