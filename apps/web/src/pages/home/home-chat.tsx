import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { chatReader, type ChatSource } from '../../features/chat/chat-sources.ts';
import { useChatLive } from '../../features/chat/chat.live.ts';
import { chatQuery } from '../../features/chat/chat.queries.ts';
import { ChatComposer } from '../../features/chat/components/chat-composer.tsx';
import type { Home } from '../../features/home/home.queries.ts';
import type { User } from '../../features/users/users.queries.ts';
import { HomeChatMessage } from './home-chat-message.tsx';
import classes from './home-chat.module.css';
import { HomePanel } from './home-panel.tsx';
import rows from './home-rows.module.css';
import { RowSkeletons } from './row-skeletons.tsx';

const most = 8;

type Chat = NonNullable<Home['chat']>;
type Props = { query: UseQueryResult<Home>; me: User };

/** The latest messages of the chat that concerns the user most, with a field for those who may write there. */
export function HomeChat({ query, me }: Props) {
  const chat = query.data?.chat;
  if (chat) return <KnownChat key={`${chat.kind}/${chat.id}`} chat={chat} me={me} />;
  return (
    <HomePanel title="Chat">
      <QueryRegion query={query} skeleton={<RowSkeletons count={most} />}>
        {() => (
          <div className={rows.empty}>
            <p>There is no server yet whose chat could be shown here.</p>
          </div>
        )}
      </QueryRegion>
    </HomePanel>
  );
}

function KnownChat({ chat, me }: { chat: Chat; me: User }) {
  const source: ChatSource = { kind: chat.kind, id: chat.id };
  const query = useQuery(chatQuery(source, ''));
  useChatLive(source, { search: '', isFollowing: true });
  const reader = chatReader(me);
  const instigator = me.ark.linkedPlayers.find(({ serverId }) => serverId === chat.id)?.playerId;
  return (
    <HomePanel
      title={
        <>
          Chat · <PlainText text={chat.name} />
        </>
      }
      aside={<OpenChat chat={chat} />}
    >
      <QueryRegion query={query} skeleton={<RowSkeletons count={most} />}>
        {({ messages }) =>
          messages.length === 0 ? (
            <div className={rows.empty}>
              <p>No messages yet. What is said in the game and in connected Discord channels appears here.</p>
            </div>
          ) : (
            <div className={classes.latest}>
              <ol className={classes.messages} aria-label="Latest messages">
                {messages.slice(-most).map((message) => (
                  <HomeChatMessage
                    key={message.id}
                    message={message}
                    isOwn={
                      message.userId === reader.userId ||
                      (message.playerId !== null && reader.playerIds.includes(message.playerId))
                    }
                    showsServer={chat.kind === 'cluster'}
                  />
                ))}
              </ol>
            </div>
          )
        }
      </QueryRegion>
      {chat.mayWrite ? (
        <ChatComposer source={source} denial={undefined} instigator={instigator} onSent={doNothing} />
      ) : null}
    </HomePanel>
  );
}

/** The newest messages are always in view. */
function doNothing(): void {}

function OpenChat({ chat: { kind, id } }: { chat: Chat }) {
  return kind === 'cluster' ? (
    <TextLink to="/arkbot/clusters/$clusterId/chat" params={{ clusterId: id }} size="sm">
      Open the chat
    </TextLink>
  ) : (
    <TextLink to="/arkbot/servers/$serverId/chat" params={{ serverId: id }} size="sm">
      Open the chat
    </TextLink>
  );
}
