import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { printJson } from '@tribehall/common/json/print-json';
import { useEffect, useState, type RefObject } from 'react';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useSaveDatabase } from '../databases.mutations.ts';
import { textQuery, type DatabaseTarget } from '../databases.queries.ts';
import { findProblem, notJsonError, problemOf } from '../json-problem.ts';
import type { Base, EditorHandle, Source } from './editor-handle.ts';

/** The dialog before a save. `base` is the portal's text it is compared to. */
type Step = { kind: 'save' | 'conflict'; base: Base; text: string };

type Options = {
  target: DatabaseTarget;
  /** The portal's latest known text. */
  source: Source;
  editor: RefObject<EditorHandle | null>;
  isDirty: boolean;
  isShown: boolean;
};

/** Save, format, revert and conflict handling for an editor. */
export function useEditorActions({ target, source, editor, isDirty, isShown }: Options) {
  const queryClient = useQueryClient();
  const saving = useSaveDatabase(target);
  const [step, setStep] = useState<Step>();
  const [failure, setFailure] = useState<unknown>();
  useFollow(editor, source, isDirty);

  const closeStep = () => {
    saving.reset();
    setStep(undefined);
  };
  const reject = (error: unknown) => {
    const problem = problemOf(error);
    closeStep();
    setFailure(error);
    if (problem !== undefined) editor.current?.show(problem);
  };
  /** Shows the problem of a text that does not parse. */
  const showProblem = (text: string): boolean => {
    const problem = findProblem(text);
    setFailure(problem === undefined ? undefined : notJsonError(problem));
    if (problem !== undefined) editor.current?.show(problem);
    return problem !== undefined;
  };
  const compareTo = async (text: string) => {
    try {
      const base = await queryClient.fetchQuery({ ...textQuery(target), staleTime: 0 });
      setStep({ kind: 'conflict', base, text });
    } catch (error) {
      reject(error);
    }
  };
  const write = (text: string, { version }: Base) =>
    saving.mutate(
      { text, version },
      {
        onSuccess: (saved) => {
          editor.current?.replace(text);
          editor.current?.rebase({ text, version: saved.version });
          setFailure(undefined);
          closeStep();
        },
        onError: (error) => {
          if (hasCode(error, 'CONFLICT')) void compareTo(text);
          else if (problemOf(error) !== undefined) reject(error);
        },
      },
    );
  const askToSave = () => {
    const opened = editor.current;
    if (opened === null || !opened.isDirty()) return;
    const text = opened.text();
    if (!showProblem(text)) setStep({ kind: 'save', base: opened.base(), text });
  };
  useHotkeys([['mod+S', () => (isShown && step === undefined ? askToSave() : undefined)]], [], true);

  return {
    step,
    failure,
    isPending: saving.isPending,
    saveError: hasCode(saving.error, 'CONFLICT') ? null : saving.error,
    askToSave,
    closeStep,
    save: () => {
      if (step !== undefined) write(step.text, step.base);
    },
    compare: () => {
      if (editor.current !== null) void compareTo(editor.current.text());
    },
    format: () => {
      const opened = editor.current;
      if (opened === null) return;
      const text = opened.text();
      if (showProblem(text)) return;
      const formatted = printJson(text, { lineBreak: text.includes('\r\n') ? '\r\n' : '\n' });
      if (formatted !== undefined && formatted !== text) opened.replace(formatted);
      opened.focus();
    },
    revert: () => {
      const opened = editor.current;
      if (opened === null) return;
      setFailure(undefined);
      opened.replace(opened.base().text);
      opened.focus();
    },
    discard: () => editor.current?.load(source),
    takeTheirs: () => {
      if (step === undefined) return;
      editor.current?.replace(step.base.text);
      editor.current?.rebase(step.base);
      setFailure(undefined);
      closeStep();
    },
    keepMine: (text: string) => {
      if (step === undefined) return;
      if (findProblem(text) === undefined) return write(text, step.base);
      editor.current?.replace(text);
      closeStep();
      showProblem(text);
    },
    editOn: (text: string) => {
      if (step === undefined) return;
      editor.current?.replace(text);
      editor.current?.rebase(step.base);
      closeStep();
    },
    /** Moves the text edited in the dialog into the editor, which is still behind. */
    keepText: (text: string) => {
      editor.current?.replace(text);
      closeStep();
    },
  };
}

/** An unchanged editor follows what others save. */
function useFollow(editor: RefObject<EditorHandle | null>, source: Source, isDirty: boolean): void {
  useEffect(() => {
    const opened = editor.current;
    if (opened === null || isDirty || opened.isDirty()) return;
    if (opened.base().version !== source.version) opened.load(source);
  }, [editor, source, isDirty]);
}
