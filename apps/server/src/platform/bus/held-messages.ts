type Message = { subject: string; text: string };

const maxCount = 2000;
const maxLength = 4 * 1024 * 1024;

/** Messages that wait for the connection, in order. Bounded: the oldest go first. */
export function createHeldMessages() {
  let messages: Message[] = [];
  let length = 0;
  return {
    add(message: Message): void {
      messages.push(message);
      length += message.text.length;
      if (messages.length <= maxCount * 2 && length <= maxLength * 2) return;
      while (messages.length > maxCount || length > maxLength) length -= messages.shift()?.text.length ?? length;
    },
    takeAll(): Message[] {
      const taken = messages;
      messages = [];
      length = 0;
      return taken;
    },
  };
}
