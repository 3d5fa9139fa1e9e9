import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useId, type ComponentType, type MouseEvent } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { partsOf } from '../matches.ts';
import { hrefOf, type PaletteGroup, type PaletteItem } from '../palette-items.ts';
import type { PaletteState } from '../use-palette.ts';
import classes from './palette-list.module.css';

export type PlayerMark = ComponentType<{ playerId: string; name: string }>;

type Props = { palette: PaletteState; listId: string; PlayerMark: PlayerMark };

export function optionIdOf(listId: string, { id }: PaletteItem): string {
  return `${listId}-${encodeURIComponent(id)}`;
}

/** The list keeps the focus in the field: options are reached by its arrow keys, or by the mouse. */
export function PaletteList({ palette, listId, PlayerMark }: Props) {
  const { groups, selection } = palette;
  const activeId = selection.active && optionIdOf(listId, selection.active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  if (groups.length === 0) return null;
  return (
    <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
      {groups.map((group) => (
        <Group key={group.title} group={group}>
          {(item) => (
            <Option key={item.id} id={optionIdOf(listId, item)} item={item} palette={palette} PlayerMark={PlayerMark} />
          )}
        </Group>
      ))}
    </div>
  );
}

type GroupProps = { group: PaletteGroup; children: (item: PaletteItem) => React.ReactNode };

function Group({ group, children }: GroupProps) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} role="presentation" className={classes.title}>
        {group.title}
      </div>
      {group.items.map(children)}
    </div>
  );
}

type OptionProps = { id: string; item: PaletteItem; palette: PaletteState; PlayerMark: PlayerMark };

/** A link where there is a page, so that the browser can open it in a new tab. */
function Option({ id, item, palette, PlayerMark }: OptionProps) {
  const { selection, query } = palette;
  const isActive = selection.active?.id === item.id;
  const href = hrefOf(item);
  const Tag = href === undefined ? 'div' : 'a';
  const hasActions = (item.actions ?? []).length > 0;
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-more]') !== null) {
      event.preventDefault();
      palette.showActions(item);
    } else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      palette.open(item);
    }
  };
  return (
    <Tag
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      data-dangerous={item.isDangerous === true || undefined}
      {...(href !== undefined && { href, draggable: false })}
      // The focus stays in the field.
      onMouseDown={(event) => event.button === 0 && event.preventDefault()}
      // Not on enter: the list scrolls below a mouse that does not move.
      onMouseMove={() => isActive || selection.choose(item)}
      onClick={handleClick}
    >
      <Mark mark={item.mark} PlayerMark={PlayerMark} />
      <span className={classes.text}>
        <Name item={item} query={query} />
        {item.note === undefined ? null : <span className={classes.note}> {item.note}</span>}
      </span>
      <span className={classes.kind}> {item.kind}</span>
      {hasActions ? (
        <span className={classes.more} data-more title="Actions" aria-hidden>
          <ChevronRight size={16} />
        </span>
      ) : null}
    </Tag>
  );
}

type MarkProps = { mark: PaletteItem['mark']; PlayerMark: PlayerMark };

function Mark({ mark, PlayerMark }: MarkProps) {
  if ('playerId' in mark) {
    return (
      <span className={classes.mark}>
        <PlayerMark {...mark} />
      </span>
    );
  }
  const Icon: LucideIcon = mark;
  return (
    <span className={classes.mark}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function Name({ item, query }: { item: PaletteItem; query: string }) {
  const parts = partsOf(visibleText(item.name), query);
  return (
    <span className={classes.name}>
      {item.before === undefined ? null : <span className={classes.verb}>{item.before} </span>}
      <bdi>{parts.map(({ start, text, isMatch }) => (isMatch ? <mark key={start}>{text}</mark> : text))}</bdi>
      {item.after}
    </span>
  );
}
