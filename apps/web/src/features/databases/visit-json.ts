/** Called for each token in order, with character offsets; ends are exclusive. */
export type JsonVisitor = {
  open?: (start: number) => void;
  close?: (end: number) => void;
  key?: (start: number, end: number) => void;
  scalar?: (start: number, end: number) => void;
};

/** Where the text stops being JSON. */
export type JsonStop = { at: number; message: string };

type Wanted = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'next' | 'end';

const sign = { quote: 34, comma: 44, colon: 58, openList: 91, backslash: 92, closeList: 93, open: 123, close: 125 };
const bareValue = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

const messages: Record<Wanted, string> = {
  value: 'A value is expected here.',
  'first item': 'A value or ] is expected here.',
  key: 'A name in double quotes is expected here.',
  'first key': 'A name in double quotes or } is expected here.',
  colon: 'A colon is expected here.',
  next: 'A comma or a closing bracket is expected here.',
  end: 'Nothing may follow the value.',
};

/** A SAX-style parser for JSON of any size and depth. Returns where it stops being JSON, if it does. */
export function visitJson(text: string, visitor: JsonVisitor = {}): JsonStop | undefined {
  const openings: number[] = [];
  const next: { at: number; wanted: Wanted } = { at: skipSpace(text, 0), wanted: 'value' };

  const isIn = (opening: number) => openings.at(-1) === opening;
  const go = (at: number, wanted: Wanted): undefined => {
    next.at = at;
    next.wanted = wanted;
  };
  const endValue = (end: number) => go(end, openings.length === 0 ? 'end' : 'next');
  const open = (at: number, opening: number) => {
    visitor.open?.(at);
    openings.push(opening);
    return go(at + 1, opening === sign.open ? 'first key' : 'first item');
  };
  const close = (at: number) => {
    openings.pop();
    visitor.close?.(at + 1);
    endValue(at + 1);
  };
  const takeMark = (at: number, code: number): boolean => {
    const { wanted } = next;
    if (code === sign.closeList && isIn(sign.openList) && (wanted === 'first item' || wanted === 'next')) close(at);
    else if (code === sign.close && isIn(sign.open) && (wanted === 'first key' || wanted === 'next')) close(at);
    else if (code === sign.comma && wanted === 'next') go(at + 1, isIn(sign.open) ? 'key' : 'value');
    else if (code === sign.colon && wanted === 'colon') go(at + 1, 'value');
    else return false;
    return true;
  };
  const takeValue = (at: number, code: number): JsonStop | undefined => {
    if (code === sign.open || code === sign.openList) return open(at, code);
    const end = code === sign.quote ? endOfString(text, at) : endOfBareValue(text, at);
    if (typeof end === 'object') return end;
    if (end < 0) return { at, message: messages[next.wanted] };
    visitor.scalar?.(at, end);
    return endValue(end);
  };
  const takeKey = (at: number): JsonStop | undefined => {
    const end = endOfString(text, at);
    if (typeof end === 'object') return end;
    visitor.key?.(at, end);
    return go(end, 'colon');
  };
  const take = (at: number, code: number): JsonStop | undefined => {
    const { wanted } = next;
    if (wanted === 'value' || wanted === 'first item') return takeValue(at, code);
    const isKey = code === sign.quote && (wanted === 'key' || wanted === 'first key');
    return isKey ? takeKey(at) : { at, message: messages[wanted] };
  };

  for (; next.at < text.length; next.at = skipSpace(text, next.at)) {
    const code = text.charCodeAt(next.at);
    const stop = takeMark(next.at, code) ? undefined : take(next.at, code);
    if (stop !== undefined) return stop;
  }
  return next.wanted === 'end' ? undefined : { at: next.at, message: 'The text ends too early.' };
}

/** The offset after the closing quote of the string that starts here. */
export function endOfString(text: string, start: number): number | JsonStop {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === sign.quote) return at + 1;
    if (code < 32)
      return { at, message: 'A string must end on the same line. Write line breaks as \\n and tabs as \\t.' };
    if (code !== sign.backslash) continue;
    escape.lastIndex = at;
    if (!escape.test(text))
      return { at, message: 'A backslash must be followed by " \\ / b f n r t or u and four digits.' };
    at = escape.lastIndex - 1;
  }
  return { at: start, message: 'This string has no closing quote.' };
}

function endOfBareValue(text: string, start: number): number {
  bareValue.lastIndex = start;
  return bareValue.test(text) ? bareValue.lastIndex : -1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}
