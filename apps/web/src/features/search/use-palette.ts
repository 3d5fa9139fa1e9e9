import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hitGroups, recentGroup, type HitActions } from './hit-items.tsx';
import { filterItems, groupTitles, hrefOf, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import { addRecent, readRecent } from './recent-items.ts';
import { useSearch, type SearchHits } from './search.queries.ts';
import { readSpoken } from './spoken-actions.ts';
import { useSelection } from './use-selection.ts';

export type PaletteContent = {
  /** Whose recently opened things are shown. */
  accountId: string;
  /** The pages that the user may open, the most useful ones first. */
  pages: readonly PaletteItem[];
  commands: readonly PaletteItem[];
  hitActions: HitActions;
};

type Options = PaletteContent & {
  /** What was typed before the palette was there. */
  typedAhead: () => string;
  onChoose: (item: PaletteItem) => void;
};

/** An item whose actions are shown, and what was searched before. */
type Subject = { item: PaletteItem; text: string };

const startPages = 6;

/** What the palette shows and does, whichever way it is operated. */
export function usePalette({ onChoose, typedAhead, ...content }: Options) {
  const { accountId } = content;
  const [text, setText] = useState(typedAhead);
  const [subject, setSubject] = useState<Subject>();
  const [recent] = useState(() => readRecent(accountId));
  const search = useSearch(readSpoken(subject?.text ?? text).about);
  const groups = groupsOf();
  const selection = useSelection(groups.flatMap(({ items }) => items));
  const isWaiting = subject === undefined && !search.isSettled && !selection.isChosen;

  function groupsOf(): PaletteGroup[] {
    const shown =
      subject !== undefined
        ? [{ title: groupTitles.actions, items: filterItems(subject.item.actions ?? [], text) }]
        : text.trim() === ''
          ? [recentGroup(recent), ...startGroups(content)]
          : resultGroups(search.hits, content, text);
    return shown.filter(({ items }) => items.length > 0);
  }
  const show = (next: { text: string; subject: Subject | undefined; active?: PaletteItem }) => {
    setText(next.text);
    setSubject(next.subject);
    selection.choose(next.active);
  };
  const open = (item: PaletteItem, isNewTab = false) => {
    const href = hrefOf(item);
    if (item.recent !== undefined) addRecent(accountId, item.recent);
    if (isNewTab && href !== undefined) window.open(href, '_blank', 'noopener');
    else onChoose(item);
  };
  const waitAndOpen = useOpenWhenSettled(text, search, () => selection.active && open(selection.active));
  return {
    text,
    /** What is highlighted in the results. */
    query: subject === undefined ? readSpoken(text).about : text,
    subject: subject?.item,
    search,
    groups,
    selection,
    setText: (next: string) => show({ text: next, subject }),
    open,
    /** What the list shows may still be that of an earlier text. */
    openActive: (isNewTab: boolean) => {
      if (isWaiting && !isNewTab) waitAndOpen();
      else if (selection.active !== undefined) open(selection.active, isNewTab);
    },
    showActions: (item: PaletteItem) => show({ text: '', subject: { item, text } }),
    back: () => subject && show({ text: subject.text, subject: undefined, active: subject.item }),
  };
}

export type PaletteState = ReturnType<typeof usePalette>;

/** For those who press Enter before the results are there. */
function useOpenWhenSettled(text: string, { isSettled, error }: ReturnType<typeof useSearch>, open: () => void) {
  const awaited = useRef<string>(undefined);
  const openAwaited = useEffectEvent(() => {
    if (error === null) open();
  });
  useEffect(() => {
    if (awaited.current === text && !isSettled) return;
    if (awaited.current === text) openAwaited();
    awaited.current = undefined;
  }, [text, isSettled]);
  return () => {
    awaited.current = text;
  };
}

function startGroups({ pages, commands }: PaletteContent): PaletteGroup[] {
  return [
    { title: groupTitles.pages, items: pages.slice(0, startPages) },
    { title: groupTitles.actions, items: commands },
  ];
}

function resultGroups(hits: SearchHits, content: PaletteContent, text: string): PaletteGroup[] {
  const { pages, commands, hitActions } = content;
  const { verb } = readSpoken(text);
  const [best] = hits.players;
  const common = best === undefined ? [] : hitActions.player(best).filter(({ isCommon }) => isCommon === true);
  const spoken = verb === undefined ? [] : actionsNamed(verb, hits, hitActions);
  const actions = {
    title: groupTitles.actions,
    items: [...(verb === undefined ? common : spoken), ...filterItems(commands, text)],
  };
  const found = [...hitGroups(hits, hitActions), { title: groupTitles.pages, items: filterItems(pages, text) }];
  return spoken.length > 0 ? [actions, ...found] : [...found, actions];
}

/** Of all that were found, the best first. */
function actionsNamed(verb: string, { players, servers }: SearchHits, hitActions: HitActions): PaletteItem[] {
  const actions = [...players.map(hitActions.player), ...servers.map(hitActions.server)].flat();
  return actions.filter(({ before = '', kind }) => kind === 'action' && before.toLowerCase().startsWith(verb));
}
