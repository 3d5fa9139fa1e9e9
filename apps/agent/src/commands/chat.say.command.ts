import type { CommandParams } from '@tribehall/contract/agent/commands';
import { cleanText } from '../clean-text.ts';
import { type Command, CommandError } from './command.ts';
import { sayRows, toRows } from './say-rows.ts';
import { whyNoRcon } from './talk-to-game.ts';

const maxLength = 1_500;

export const chatSay: Command<'chat.say'> = {
  whyNot: whyNoRcon,
  async run(ctx, params, execution) {
    if (cleanText(params.text, maxLength) === '') throw new CommandError('invalidParams', 'The message is empty.');
    const { say, ...traits } = ctx.traits;
    await sayRows(ctx, execution, toRows(fold(params), traits), { command: say, isEchoed: true, priority: 'chat' });
    return {};
  },
};

/** `[Discord] Name [Tribe]: text`, without the parts that are not given; colours and icons cannot be shown. */
function fold({ text, name, tribeName, prefix }: CommandParams<'chat.say'>): string {
  const parts = [bracketed(prefix), name && cleanText(name, 64), bracketed(tribeName)];
  const head = parts.filter(Boolean).join(' ');
  const line = cleanText(text, maxLength);
  return head === '' ? line : `${head}: ${line}`;
}

function bracketed(text: string | undefined): string {
  const clean = cleanText(text ?? '', 64);
  return clean === '' ? '' : `[${clean}]`;
}
