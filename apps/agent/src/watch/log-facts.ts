import { parseLogFileLine, type LogEvent } from '@tribehall/ark/logs/log-lines';

const enginePrefix = /^\ufeff?\[\d{4}\.\d\d\.\d\d-/;
const maxMessageLength = 4_000;

/** What the lines of a log tell. A line without any stamp right after a message is its next line. */
export function readLogFacts(lines: readonly string[]): LogEvent[] {
  const facts: LogEvent[] = [];
  let message: (LogEvent & { text: string }) | undefined;
  for (const line of lines) {
    const fact = parseLogFileLine(line);
    if (fact) facts.push(fact);
    if (fact || !message || enginePrefix.test(line)) message = isMessage(fact) ? fact : undefined;
    else if (message.text.length < maxMessageLength) message.text += `\n${line}`;
  }
  return facts;
}

function isMessage(fact: LogEvent | undefined): fact is LogEvent & { text: string } {
  return fact?.kind === 'chat' || fact?.kind === 'server-said';
}
