import { speakerNames } from '@tribehall/contract/shared/text';
import { Flag } from 'lucide-react';
import { memo } from 'react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Face } from '../../../components/people/face.tsx';
import { TribeName } from '../../../components/people/tribe-name.tsx';
import { formatDateTime, formatTime } from '../../../lib/text/format.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ChatMessage } from '../chat-sources.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './chat-message.module.css';

/** The origin of a message that is not from a player in the game. */
const kindMarks = {
  player: undefined,
  server: 'server',
  portal: 'portal',
  discord: 'Discord',
} as const satisfies Record<ChatMessage['kind'], string | undefined>;

type Props = {
  message: ChatMessage;
  /** Shown above the first message of a day. */
  day: string | undefined;
  isOwn: boolean;
  /** Otherwise only messages to all servers are marked. */
  showsServer: boolean;
  onReport?: ((message: ChatMessage) => void) | undefined;
};

/** Plain elements: dozens of these mount and unmount while scrolling. URLs stay plain text. */
export const ChatMessageRow = memo(function ChatMessageRow({ message, day, isOwn, showsServer, onReport }: Props) {
  const mark = kindMarks[message.kind];
  const [shown, player] = speakerNames(message);
  return (
    <>
      {day === undefined ? null : <p className={classes.day}>{day}</p>}
      <p className={classes.message} data-own={isOwn || undefined}>
        <time className={classes.time} dateTime={message.at} {...titleOnHover(() => formatDateTime(message.at))}>
          {formatTime(message.at)}
        </time>{' '}
        {showsServer || message.server === null ? <ServerMark name={message.server?.name} /> : null}
        {mark === undefined ? null : <span className={classes.mark}>{mark}</span>}{' '}
        <Face id={message.playerId ?? message.userId ?? message.name} name={shown} size="tiny" />{' '}
        <b className={classes.name}>
          {message.playerId === null ? (
            <PlainText text={shown} />
          ) : (
            <PlayerLink playerId={message.playerId} name={shown} />
          )}
        </b>{' '}
        <span className={classes.who}>
          <PlainText text={besides([player, isOwn ? 'you' : undefined])} />{' '}
          {message.tribe ? <TribeName name={message.tribe} isBracketed /> : null}
        </span>{' '}
        <PlainText text={message.text} />
        {onReport === undefined || isOwn || message.kind === 'server' ? null : (
          <button
            type="button"
            className={classes.report}
            aria-label={`Report ${visibleText(shown)}…`}
            title="Report…"
            onClick={() => onReport(message)}
          >
            <Flag size={12} aria-hidden />
          </button>
        )}
      </p>
    </>
  );
});

function ServerMark({ name }: { name: string | undefined }) {
  return (
    <>
      <span className={classes.mark}>{name === undefined ? 'all servers' : <PlainText text={name} />}</span>{' '}
    </>
  );
}

/** What follows a name, as in the game: `(player) [Tribe]`. A space at its end would change sides in a right-to-left name. */
function besides(names: (string | undefined)[]): string {
  return names
    .filter((name) => name !== undefined)
    .map((name) => `(${name})`)
    .join(' ');
}
