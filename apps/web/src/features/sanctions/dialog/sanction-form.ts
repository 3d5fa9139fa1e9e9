import { useForm } from '@mantine/form';
import type { Reach, SanctionKind } from '@tribehall/contract';
import { fromLocalField } from '../../../lib/text/local-field.ts';
import { minutesUntil, ownEnd, permanent } from '../lengths.ts';
import { isPlayerId } from '../sanction-filters.ts';
import { isLasting } from '../sanction-words.ts';
import type { NewSanction } from '../sanctions.mutations.ts';

type Evidence = NonNullable<NewSanction['evidence']>[number];
export type EvidenceRow = { url: string; text: string; kind?: Evidence['kind'] };

/** What is typed; named as in the portal's errors. */
export type SanctionValues = {
  kind: SanctionKind;
  playerId: string;
  name: string;
  /** `server:…`, `cluster:…` or `all`. */
  reach: string;
  template: string;
  reason: string;
  /** A number of minutes, `permanent` or `own`. */
  minutes: string;
  /** With `own`, in local time. */
  endsAt: string;
  note: string;
  evidence: EvidenceRow[];
};

export const emptySanction: SanctionValues = {
  kind: 'ban',
  playerId: '',
  name: '',
  reach: '',
  template: '',
  reason: '',
  minutes: permanent,
  endsAt: '',
  note: '',
  evidence: [],
};

/** A path of the portal or an address of the web. */
const urlPattern = /^(https?:\/\/|\/(?![/\\]))\S*$/;

export const evidenceProblem = ({ url, text }: EvidenceRow): string | null => {
  if (url.trim() === '') return text.trim() === '' ? 'Enter a link, or remove this line.' : null;
  return urlPattern.test(url.trim()) ? null : 'Enter an address that begins with https://, or a path of this portal.';
};

export function useSanctionForm(initial: Partial<SanctionValues>) {
  return useForm<SanctionValues>({
    initialValues: { ...emptySanction, ...initial },
    validate: {
      playerId: (value) =>
        isPlayerId(readId(value)) ? null : 'Enter a Steam ID (17 digits) or an EOS ID (32 characters).',
      reach: (value) => (value === '' ? 'Choose where it applies.' : null),
      reason: (value, { kind }) =>
        kind === 'warning' && value.trim() === '' ? 'A warning needs a reason: it is what the player reads.' : null,
      endsAt: (value, { kind, minutes }) => {
        if (!isLasting(kind) || minutes !== ownEnd) return null;
        const given = minutesUntil(fromLocalField(value), Date.now());
        return typeof given === 'number' ? null : given.problem;
      },
      evidence: { url: (_, values, path) => evidenceProblem(rowAt(values, path)) },
    },
  });
}

function rowAt({ evidence }: SanctionValues, path: string): EvidenceRow {
  return evidence[Number(path.split('.')[1])] ?? { url: '', text: '' };
}

/** IDs are copied with spaces around them, and in capital letters. */
export function readId(text: string): string {
  return text.trim().toLowerCase();
}

export function toNewSanction(values: SanctionValues, reach: Reach): NewSanction {
  const { kind, name, reason, note, evidence } = values;
  const minutes = isLasting(kind) ? minutesOf(values) : undefined;
  return {
    kind,
    playerId: readId(values.playerId),
    reach,
    reason: reason.trim(),
    note: note.trim(),
    evidence: toEvidence(evidence),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(minutes !== undefined && { minutes }),
  };
}

export function toEvidence(rows: readonly EvidenceRow[]): Evidence[] {
  return rows.map(({ url, text, kind = 'link' }) => ({
    kind,
    text: text.trim(),
    ...(url.trim() !== '' && { url: url.trim() }),
  }));
}

function minutesOf({ minutes, endsAt }: SanctionValues): number | undefined {
  if (minutes === permanent) return undefined;
  if (minutes !== ownEnd) return Number(minutes);
  const given = minutesUntil(fromLocalField(endsAt), Date.now());
  return typeof given === 'number' ? given : undefined;
}
