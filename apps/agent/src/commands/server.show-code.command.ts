import { cleanText } from '../clean-text.ts';
import { type Command, OrderError } from './command.ts';

const maxLength = 64;

/** Whoever can read this proves to control the machine that the server runs on. */
export const serverShowCode: Command<'server.showCode'> = {
  whyNot: () => undefined,
  run({ log, keepSecret }, { code }) {
    const shown = cleanText(code, maxLength);
    if (shown === '') throw new OrderError('invalidParams', 'The code is empty.');
    keepSecret(shown);
    log.showCode(shown);
    return Promise.resolve({});
  },
};
