export type TrieNode = { isWord: boolean; next: Map<string, TrieNode> | undefined };

const dataMark = '\n__DATA__\n';

/**
 * Reads a word list in cspell's format TrieXv3: the words as one walk through their trie. A character goes a step
 * down, `$` ends a word and goes one up, `<` and the digits after it go up, `#n;` is put where an earlier node is.
 */
export function readTrieX3(text: string): TrieNode {
  const start = text.indexOf(dataMark);
  const base = Number(/^TrieXv3\nbase=(\d+)$/m.exec(text.slice(0, Math.max(0, start)))?.[1]);
  if (!(base >= 2 && base <= 36)) throw new Error('This is no word list in TrieXv3');
  const { root, down, up, endWord, repeat } = createWalk();
  let mayBeDigit = false;
  for (const [token, stepsUp, escaped, number] of text.slice(start + dataMark.length).matchAll(tokens)) {
    const isUp: boolean = stepsUp !== undefined && (mayBeDigit || stepsUp === '<');
    mayBeDigit = isUp || token === '$';
    if (isUp) up(stepsUp === '<' ? 1 : Number(stepsUp) - 1);
    else if (token === '$') endWord();
    else if (number !== undefined) repeat(Number.parseInt(number, base));
    else down(escaped === undefined ? token : unescape(escaped));
  }
  return root;
}

const tokens = /([<2-9])|\\(\\[^]|[^])|#(\w+);|[^\r\n]/gu;

function unescape(escaped: string): string {
  return { '\\n': '\n', '\\r': '\r' }[escaped] ?? escaped.replace(/^\\(?=.)/su, '');
}

function createWalk() {
  const root = newNode();
  /** Where a word ends and none goes on; shared by all such words. */
  const end: TrieNode = { isWord: true, next: undefined };
  const numbered = [end];
  const path = [{ node: root, step: '' }];
  const here = () => path.at(-1) ?? fail();
  const replaceHere = (node: TrieNode) => (path.at(-2) ?? fail()).node.next?.set(here().step, node);
  const up = (steps: number) => {
    if (steps >= path.length) fail();
    path.length -= steps;
  };
  return {
    root,
    up,
    down: (step: string) => {
      const node = newNode();
      (here().node.next ??= new Map()).set(step, node);
      numbered.push(node);
      path.push({ node, step });
    },
    endWord: () => {
      const { node } = here();
      if (node.next) node.isWord = true;
      else replaceHere(end);
      if (!node.next && numbered.at(-1) === node) numbered.pop();
      up(1);
    },
    repeat: (number: number) => {
      replaceHere(numbered[number] ?? fail());
      numbered.pop();
    },
  };
}

function newNode(): TrieNode {
  return { isWord: false, next: undefined };
}

function fail(): never {
  throw new Error('The word list in TrieXv3 is damaged');
}
