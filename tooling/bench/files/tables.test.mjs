import { expect, it } from 'vitest';
import { downloadTable, memoryTable, uploadTable } from './tables.mjs';

/** @param {number} own @param {number} [below] */
const rounds = (own, below = 0) => [{ own, below }];

it('compares uploads with both ways of nginx: less is better', () => {
  const text = uploadTable({
    tus: rounds(1, 0.01),
    form: rounds(1.5),
    spoolBytes: rounds(2),
    spoolForm: rounds(3),
    put: rounds(0.5),
  });
  const [tus = '', form = ''] = text.split('\n').slice(-2);
  expect(tus.match(/\d+\.\d+(?= \()/g)).toEqual(['1.00', '2.00', '0.50', '0.50', '2.00', '0.01']);
  expect(form.match(/\d+\.\d+(?= \()/g)).toEqual(['1.50', '3.00', '0.50', '0.50', '3.00', '0.00']);
});

it('compares downloads the other way round: more is better', () => {
  expect(downloadTable({ portal: rounds(0.8), nginx: rounds(0.4) })).toMatch(/\*\*0\.50 .*\*\* \|$/);
});

it('leaves the columns of nginx out where there is none', () => {
  const text = [uploadTable({ tus: rounds(1), form: rounds(1) }), downloadTable({ portal: rounds(1) })].join('\n');
  expect(text).toContain('nginx is not installed');
  expect(text.match(/^\|.*nginx.*$/gm)).toBeNull();
  expect(text).not.toContain('NaN');
});

it('says what memory was before and how much it grew', () => {
  const text = memoryTable([['one upload', [{ ready: 99.6, before: 120.4, growth: 17.6 }]]], 1);
  expect(text).toContain('| one upload | 100 (100–100) | 120 (120–120) | **18 (18–18)** |');
});
