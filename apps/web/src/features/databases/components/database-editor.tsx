import { Stack, Text } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { draftMemory } from '../draft-memory.ts';
import type { DatabasePlace, DatabaseText } from '../databases.queries.ts';
import type { EditorParts } from '../editor/editor-parts.ts';
import { firstText } from '../editor/first-text.ts';
import { useDraft, useLeaving } from '../editor/use-draft.ts';
import { useEditor } from '../editor/use-editor.ts';
import { useDesk } from '../editor/use-desk.ts';
import { DatabaseConflictDialog } from './database-conflict-dialog.tsx';
import classes from './database-editor.module.css';
import { DatabaseSaveDialog } from './database-save-dialog.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LeaveGuard } from './leave-guard.tsx';

type Props = { place: DatabasePlace; source: DatabaseText; parts: EditorParts; userId: string; isShown: boolean };

/** The text of a database to change. Give it a key: another place is another editor. */
export function DatabaseEditor({ place, source, parts, userId, isShown }: Props) {
  const hintId = useId();
  const memory = draftMemory(userId, place.file, place.guildId);
  const [first] = useState(() => firstText(source, memory.get()));
  const { isKept, keep, keepSoon } = useDraft(memory);
  const name = place.guildId === undefined ? place.file : `${place.file}, guild ${place.guildId}`;
  const element = useRef<HTMLDivElement>(null);
  const [editor, status] = useEditor(element, parts, {
    label: `Text of ${name}`,
    describedBy: hintId,
    source: first.source,
    text: first.text,
    onEdit: keepSoon,
    onClose: keep,
  });
  useLeaving(editor, keep);
  const desk = useDesk({ place, source, editor, isDirty: status.isDirty, isShown });
  const isBehind = status.isDirty && status.version !== source.version;
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={status.isDirty} name={name} onDiscard={desk.discard} />
      <EditorToolbar isDirty={status.isDirty} onSave={desk.askToSave} onFormat={desk.format} onRevert={desk.revert} />
      <EditorNotices
        failure={desk.failure}
        problem={status.isDirty ? null : source.problem}
        isBehind={isBehind}
        isBack={first.isBack && status.isDirty}
        isKept={isKept}
        onCompare={desk.compare}
      />
      <div ref={element} className={classes.place} />
      <Text id={hintId} size="sm" c="dimmed">
        Ctrl+S saves, Ctrl+F finds, F8 goes to what is wrong. Tab indents: press Escape, then Tab to leave the editor.
      </Text>
      {desk.step?.kind === 'save' ? (
        <DatabaseSaveDialog
          parts={parts}
          name={name}
          before={desk.step.base.text}
          after={desk.step.text}
          isPending={desk.isPending}
          error={desk.saveError}
          onConfirm={desk.save}
          onClose={desk.closeStep}
        />
      ) : null}
      {desk.step?.kind === 'conflict' ? (
        <DatabaseConflictDialog
          key={desk.step.base.version}
          parts={parts}
          name={name}
          theirs={desk.step.base.text}
          mine={desk.step.text}
          isPending={desk.isPending}
          error={desk.saveError}
          onTakeTheirs={desk.takeTheirs}
          onKeepMine={desk.keepMine}
          onEditOn={desk.editOn}
          onClose={desk.keepText}
        />
      ) : null}
    </Stack>
  );
}
