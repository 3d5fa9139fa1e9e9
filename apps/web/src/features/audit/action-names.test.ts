import { auditActions } from '@tribehall/contract/shared/audit-actions';
import { describe, expect, it } from 'vitest';
import { actionChoices } from './action-names.ts';

const areaOf = (wanted: string) => actionChoices.find(([action]) => action === wanted)?.[2];

describe('the choices of actions', () => {
  it('all stand under what they are about', () => {
    expect(actionChoices.map(([action]) => action)).toEqual(auditActions);
    expect(actionChoices.filter(([, , area]) => area === undefined || area === 'Other')).toEqual([]);
  });

  it('stand together where they are about the same', () => {
    expect(areaOf('sessions.end')).toBe(areaOf('users.roles'));
    expect(areaOf('sanctions.lift')).toBe('Sanctions');
  });
});
