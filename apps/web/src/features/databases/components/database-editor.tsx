import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { DatabaseTarget, DatabaseText } from '../databases.queries.ts';
import { draftMemory } from '../draft-memory.ts';
import type { EditorParts } from '../editor/editor-parts.ts';
import { useEditorActions } from '../editor/use-editor-actions.ts';
import { initialText, useDraft, useEditor, useLeaving } from '../editor/use-editor.ts';
import { DatabaseConflictDialog } from './database-conflict-dialog.tsx';
import classes from './database-editor.module.css';
import { DatabaseSaveDialog } from './database-save-dialog.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { LeaveGuard } from './leave-guard.tsx';

type Props = { target: DatabaseTarget; source: DatabaseText; parts: EditorParts; userId: string; isShown: boolean };

/** Edits the text of a database. Must be keyed by target. */
export function DatabaseEditor({ target, source, parts, userId, isShown }: Props) {
  const hintId = useId();
  const memory = draftMemory(userId, target.file, target.guildId);
  const [initial] = useState(() => initialText(source, memory.get()));
  const { isStored, store, storeSoon } = useDraft(memory);
  const name = target.guildId === undefined ? target.file : `${target.file}, guild ${target.guildId}`;
  const element = useRef<HTMLDivElement>(null);
  const [editor, status] = useEditor(element, parts, {
    label: `Text of ${name}`,
    describedBy: hintId,
    source: initial.source,
    text: initial.text,
    onEdit: storeSoon,
    onClose: store,
  });
  useLeaving(editor, store);
  const actions = useEditorActions({ target, source, editor, isDirty: status.isDirty, isShown });
  const isBehind = status.isDirty && status.version !== source.version;
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={status.isDirty} name={name} onDiscard={actions.discard} />
      <EditorToolbar
        isDirty={status.isDirty}
        onSave={actions.askToSave}
        onFormat={actions.format}
        onRevert={actions.revert}
      />
      <EditorNotices
        failure={actions.failure}
        problem={status.isDirty ? null : source.problem}
        isBehind={isBehind}
        isDraft={initial.isDraft && status.isDirty}
        isStored={isStored}
        onCompare={actions.compare}
      />
      <div ref={element} className={classes.container} data-own-keys />
      <Text id={hintId} size="sm" c="dimmed">
        Ctrl+S saves, Ctrl+F finds, F8 jumps to the next problem. Tab indents: press Escape, then Tab to leave the
        editor.
      </Text>
      {actions.step?.kind === 'save' ? (
        <DatabaseSaveDialog
          parts={parts}
          name={name}
          before={actions.step.base.text}
          after={actions.step.text}
          isPending={actions.isPending}
          error={actions.saveError}
          onConfirm={actions.save}
          onClose={actions.closeStep}
        />
      ) : null}
      {actions.step?.kind === 'conflict' ? (
        <DatabaseConflictDialog
          key={actions.step.base.version}
          parts={parts}
          name={name}
          theirs={actions.step.base.text}
          mine={actions.step.text}
          isPending={actions.isPending}
          error={actions.saveError}
          onTakeTheirs={actions.takeTheirs}
          onKeepMine={actions.keepMine}
          onEditOn={actions.editOn}
          onClose={actions.keepText}
        />
      ) : null}
    </Stack>
  );
}

type ToolbarProps = {
  isDirty: boolean;
  onSave: () => void;
  onFormat: () => void;
  onRevert: () => void;
};

function EditorToolbar({ isDirty, onSave, onFormat, onRevert }: ToolbarProps) {
  return (
    <Group gap="sm">
      <Button onClick={onSave} disabled={!isDirty} aria-keyshortcuts="Control+S Meta+S">
        Save
      </Button>
      <Button variant="default" onClick={onFormat}>
        Format
      </Button>
      <Button variant="default" onClick={onRevert} disabled={!isDirty}>
        Revert
      </Button>
      <span role="status">
        <StatusDot tone={isDirty ? 'warning' : 'good'} word={isDirty ? 'Unsaved changes' : 'Saved'} />
      </span>
    </Group>
  );
}
