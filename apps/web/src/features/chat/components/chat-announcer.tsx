import { speakerName } from '@tribehall/contract/shared/text';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { isNewer } from '../chat-log.ts';
import type { ChatMessage } from '../chat-sources.ts';

const pauseMs = 4_000;

type Props = { messages: ChatMessage[]; isOwn: (message: ChatMessage) => boolean };

/** Tells a screen reader what is new: one line as it is, several as a number, and never one after the other. */
export function ChatAnnouncer({ messages, isOwn }: Props) {
  const newestId = messages.at(-1)?.id;
  const toldId = useRef(newestId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
  const tell = useEffectEvent(() => {
    timer.current = undefined;
    const told = toldId.current ?? '';
    const fresh = messages.filter((message) => isNewer(message.id, told) && !isOwn(message));
    toldId.current = newestId;
    if (fresh.length > 0) setText(announce(fresh));
  });
  useEffect(() => {
    if (newestId !== toldId.current) timer.current ??= setTimeout(() => tell(), pauseMs);
  }, [newestId]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>;
}

function announce(fresh: ChatMessage[]): string {
  const [only] = fresh;
  if (fresh.length === 1 && only !== undefined) return visibleText(`${speakerName(only)}: ${only.text}`);
  return `${fresh.length} new messages`;
}
