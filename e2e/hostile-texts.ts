import { routes, topics } from '@tribehall/contract';

/** Makes an element and runs code if it is ever taken for HTML. */
export const hostileText = `'"><img data-hostile src=x onerror=hostile()>`;

/** Texts that nobody reads: ids, addresses the portal makes, secrets, and what the app looks up or computes with. */
const unread = /(^|[a-z])(ids?|Ids?|url|Url|Href|uri|hash|token|Token|key|Key|keys|secret|code)$/;
const computedWith: ReadonlySet<string> = new Set([
  'next',
  'icon',
  'thumbnail',
  'favoriteServers',
  'controlledServers',
  'guilds',
  'loggingGuilds',
  'relayGuilds',
  'time',
  'fingerprint',
]);

/** The parts of a JSON schema that lead to texts. */
type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown;
  const?: unknown;
  items?: Schema | Schema[];
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
};

/** The names of all properties in replies and live messages that are free text. */
export function freeTexts(): string[] {
  const replies = Object.values(routes).flatMap(({ reply }) => (typeof reply === 'string' ? [] : [reply]));
  const messages = Object.values(topics).flatMap(({ snapshot, events }) => [
    snapshot,
    ...Object.values<typeof snapshot>(events),
  ]);
  const names = [...replies, ...messages].flatMap((schema) =>
    namesOf(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema, ''),
  );
  return [...new Set(names)].filter((name) => name !== '' && !unread.test(name) && !computedWith.has(name));
}

/** The properties that are texts without a format, pattern or list of values; a text in a list has the list's name. */
function namesOf(schema: Schema, name: string): string[] {
  const { type, format, pattern, enum: values, const: value } = schema;
  if ([type].flat().includes('string'))
    return [format, pattern, values, value].every((one) => one === undefined) ? [name] : [];
  const { items, additionalProperties, prefixItems, anyOf, oneOf, allOf, $defs = {}, properties = {} } = schema;
  const unnamed = [items, additionalProperties, prefixItems, anyOf, oneOf, allOf, Object.values($defs)].flat();
  return [
    ...unnamed.flatMap((one) => (typeof one === 'object' ? namesOf(one, name) : [])),
    ...Object.entries(properties).flatMap(([key, one]) => namesOf(one, key)),
  ];
}

declare global {
  // oxlint-disable-next-line no-var
  var hostileTexts: {
    /** What was taken for HTML, and the properties that were changed. */
    report: () => { fired: number; elements: number; names: string[] };
    /** Whether all replies have arrived, and no request has followed. */
    isQuiet: () => boolean;
  };
}

/** Runs in the page before the app: every free text that `fetch` reads ends with the hostile one. */
export function poison({ names, text }: { names: string[]; text: string }): void {
  const quietMs = 200;
  const free = new Set(names);
  const changed = new Set<string>();
  let [fired, elements, running, endedAt] = [0, 0, 0, 0];
  globalThis.hostileTexts = {
    report: () => ({ fired, elements, names: [...changed] }),
    isQuiet: () => running === 0 && performance.now() - endedAt > quietMs,
  };
  Object.assign(globalThis, { hostile: () => (fired += 1) });

  const change = (value: unknown, name: string): unknown => {
    if (typeof value === 'string' && free.has(name)) {
      changed.add(name);
      return value + text;
    }
    if (Array.isArray(value)) return value.map((one) => change(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]));
  };
  const changeLine = (line: string) =>
    line.startsWith('data:') ? `data: ${JSON.stringify(change(JSON.parse(line.slice(5)), ''))}` : line;
  const changeStream = (stream: ReadableStream<BufferSource>) => {
    let rest = '';
    const lines = new TransformStream<string, string>({
      transform(chunk, controller) {
        const found = (rest + chunk).split('\n');
        rest = found.pop() ?? '';
        for (const line of found) controller.enqueue(`${changeLine(line)}\n`);
      },
    });
    return stream.pipeThrough(new TextDecoderStream()).pipeThrough(lines).pipeThrough(new TextEncoderStream());
  };

  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    running += 1;
    try {
      const response = await fetch(...args);
      const type = response.headers.get('content-type') ?? '';
      if (type.startsWith('application/json'))
        return new Response(JSON.stringify(change(await response.json(), '')), response);
      if (type.startsWith('text/event-stream') && response.body)
        return new Response(changeStream(response.body), response);
      return response;
    } finally {
      running -= 1;
      endedAt = performance.now();
    }
  };

  new MutationObserver((mutations) => {
    const added = mutations.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    elements += added.filter((node) => node.matches('[data-hostile]') || node.querySelector('[data-hostile]')).length;
  }).observe(document, { childList: true, subtree: true });
}
