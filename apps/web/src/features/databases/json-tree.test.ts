import { describe, expect, it } from 'vitest';
import { childrenOf, keyOf, kindOf, pathOf, readTree, valueText, type JsonTree } from './json-tree.ts';
import { levelOf, moveInTree, rowsOf, withParentsOf } from './tree-rows.ts';
import { findNodes } from './tree-search.ts';

const text = '{"81384788765712384": {"name": "Nest", "tags": [true, -1.0, []]}, "a b": null, "a b": 81384788765712385}';

function read(json = text): JsonTree {
  const tree = readTree(json);
  if (tree === undefined) throw new Error('This is not JSON.');
  return tree;
}

const names = (tree: JsonTree, nodes: readonly number[]) => nodes.map((node) => keyOf(tree, node) ?? node);

describe('the tree of a text', () => {
  it('preserves all digits and both of two equal names', () => {
    const tree = read();
    expect(names(tree, childrenOf(tree, 0))).toEqual(['81384788765712384', 'a b', 'a b']);
    const last = childrenOf(tree, 0).at(-1) ?? 0;
    expect(valueText(tree, last, 100)).toBe('81384788765712385');
    expect(valueText(tree, last, 4)).toBe('8138…');
    expect([0, 1, 2, 3, 4, 5].map((node) => kindOf(tree, node))).toEqual([
      'object',
      'object',
      'text',
      'list',
      'word',
      'number',
    ]);
  });

  it('counts children and says where each is', () => {
    const tree = read();
    expect(tree.counts).toEqual([3, 2, 0, 3, 0, 0, 0, 0, 0]);
    expect(pathOf(tree, 0)).toBe('$');
    expect(pathOf(tree, 5)).toBe('$["81384788765712384"].tags[1]');
    expect(pathOf(tree, 8)).toBe('$["a b"]');
  });

  it('is not there for what is no JSON', () => {
    expect(readTree('{"a":')).toBeUndefined();
  });
});

describe('rows', () => {
  it('show what is open, in the order of the text', () => {
    const tree = read();
    expect(rowsOf(tree, new Set())).toEqual([0]);
    expect(rowsOf(tree, new Set([0, 3]))).toEqual([0, 1, 7, 8]);
    expect(rowsOf(tree, new Set([0, 1, 3]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(withParentsOf(tree, 5, new Set())).toEqual(new Set([3, 1, 0]));
    expect(levelOf(tree, 5)).toBe(4);
  });

  it('are walked, opened and closed by keys', () => {
    const tree = read();
    const open = new Set([0, 1]);
    const rows = rowsOf(tree, open);
    const press = (key: string, active: number) => moveInTree(key, { tree, rows, open, active, pageRows: 2 });
    expect(press('ArrowDown', 0)).toEqual({ go: 1 });
    expect(press('ArrowUp', 0)).toEqual({ go: 0 });
    expect(press('ArrowRight', 1)).toEqual({ go: 2 });
    expect(press('ArrowRight', 3)).toEqual({ toggle: 3 });
    expect(press('ArrowLeft', 1)).toEqual({ toggle: 1 });
    expect(press('ArrowLeft', 3)).toEqual({ go: 1 });
    expect(press('Enter', 3)).toEqual({ toggle: 3 });
    expect(press('PageDown', 1)).toEqual({ go: 3 });
    expect(press('End', 0)).toEqual({ go: 8 });
    expect(press('x', 0)).toBeUndefined();
  });
});

describe('a search', () => {
  it('finds names and values without regard to case, each once', () => {
    const tree = read();
    expect(findNodes(tree, 'NAME')).toEqual([2]);
    expect(findNodes(tree, 'nest')).toEqual([2]);
    expect(findNodes(tree, '8138478')).toEqual([1, 8]);
    expect(findNodes(tree, 'a b')).toEqual([7, 8]);
    expect(findNodes(read('["xx", "x"]'), 'x')).toEqual([1, 2]);
  });

  it('finds nothing between the values, and takes signs as they are', () => {
    const tree = read();
    expect(findNodes(tree, '{')).toEqual([]);
    expect(findNodes(tree, ', "a')).toEqual([]);
    expect(findNodes(tree, '.*')).toEqual([]);
    expect(findNodes(tree, '')).toEqual([]);
  });
});
