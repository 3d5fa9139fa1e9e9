import { randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readFlags, requireName } from './flags.service.ts';
import * as store from './notes.store.ts';

type Reply = ReplyOutput<'GET /ark/players/{playerId}/notes'>;
type Note = Reply['notes'][number];
type NoteTarget = { playerId: string; noteId: string };

const maxNotes = 200;
/** Every earlier text is sent with the note. */
const maxVersions = 50;

export async function readNotes(ctx: Ctx, playerId: string): Promise<Reply> {
  await requireName(ctx, playerId);
  const [rows, flags] = await Promise.all([store.findNotes(ctx.db, playerId), readFlags(ctx, playerId)]);
  const versions = await store.findVersions(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return { notes: rows.map((row) => toNote(row, versions)), flags };
}

export async function addNote(ctx: Ctx, caller: Caller, playerId: string, text: string): Promise<Note> {
  const name = await requireName(ctx, playerId);
  return inTransaction(ctx, async (ctx) => {
    await requireRoom(ctx, playerId);
    const note = { id: randomUUID(), playerId, text, author: caller.username, createdAt: ctx.clock() };
    const row = await store.insertNote(ctx.db, note);
    await recordNote(ctx, caller, 'notes.add', name, row);
    return toNote(row, []);
  });
}

/** The earlier text stays in the history. Concurrent edits come one after the other, so that each text is there. */
export async function editNote(ctx: Ctx, caller: Caller, target: NoteTarget, text: string): Promise<Note> {
  const name = await requireName(ctx, target.playerId);
  return inTransaction(ctx, async (ctx) => {
    const before = await requireNote(ctx, target);
    if (before.removedAt !== null) throw notFound();
    if (before.text === text) return toNote(before, await store.findVersions(ctx.db, [before.id]));
    const versions = await store.findVersions(ctx.db, [before.id]);
    if (versions.length >= maxVersions)
      throw new AppError('CONFLICT', `This note has been edited ${maxVersions} times. Add a new one instead.`);
    const written = { author: before.editedBy ?? before.author, at: before.editedAt ?? before.createdAt };
    const version = { noteId: before.id, text: before.text, ...written };
    await store.insertVersion(ctx.db, version);
    // Never the same moment twice, so that the history has one order.
    const editedAt = new Date(Math.max(ctx.clock().getTime(), written.at.getTime() + 1));
    const row = await store.updateNote(ctx.db, before.id, { text, editedBy: caller.username, editedAt });
    await recordNote(ctx, caller, 'notes.edit', name, row);
    return toNote(row, [version, ...versions]);
  });
}

export async function removeNote(ctx: Ctx, caller: Caller, target: NoteTarget): Promise<void> {
  const name = await requireName(ctx, target.playerId);
  await inTransaction(ctx, async (ctx) => {
    const { id, removedAt } = await requireNote(ctx, target);
    if (removedAt !== null) throw notFound();
    const removed = { removedBy: caller.username, removedAt: ctx.clock() };
    await recordNote(ctx, caller, 'notes.remove', name, await store.updateNote(ctx.db, id, removed));
  });
}

export async function restoreNote(ctx: Ctx, caller: Caller, target: NoteTarget): Promise<Note> {
  const name = await requireName(ctx, target.playerId);
  return inTransaction(ctx, async (ctx) => {
    const { id, removedAt, ...note } = await requireNote(ctx, target);
    const versions = await store.findVersions(ctx.db, [id]);
    if (removedAt === null) return toNote({ ...note, id, removedAt }, versions);
    await requireRoom(ctx, target.playerId);
    const row = await store.updateNote(ctx.db, id, { removedBy: null, removedAt: null });
    await recordNote(ctx, caller, 'notes.restore', name, row);
    return toNote(row, versions);
  });
}

async function requireNote(ctx: Ctx, { playerId, noteId }: NoteTarget): Promise<store.NoteRow> {
  const row = await store.lockNote(ctx.db, noteId);
  if (row?.playerId !== playerId) throw notFound();
  return row;
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such note.');

async function requireRoom(ctx: Ctx, playerId: string): Promise<void> {
  await store.lockPlayer(ctx.db, playerId);
  if ((await store.countNotes(ctx.db, playerId)) >= maxNotes)
    throw new AppError('CONFLICT', `There are already ${maxNotes} notes about this player. Remove some first.`);
}

/** Records who it is about, but not the text, which can be removed. */
async function recordNote(
  ctx: Ctx,
  caller: Caller,
  action: string,
  target: string,
  { id, playerId }: store.NoteRow,
): Promise<void> {
  await record(ctx, caller, { action, target, outcome: 'done', details: { playerId, noteId: id } });
}

function toNote(row: store.NoteRow, versions: readonly store.VersionRow[]): Note {
  const { id, text, author, createdAt, editedBy, editedAt } = row;
  return {
    id,
    text,
    author,
    createdAt,
    edited: editedBy === null || editedAt === null ? null : { by: editedBy, at: editedAt },
    versions: versions.filter(({ noteId }) => noteId === id),
  };
}
