import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { addTexts, written } from '../logs.fixture.ts';

const app = await createTestApp();

async function textsOf(host: string): Promise<unknown[]> {
  const { rows } = await app.ctx.db.execute(sql`select text from log_entries where host = ${host} order by id`);
  return rows.map(({ text }) => text);
}

it('loses nothing that fits while the entries cannot be written, and says so once', async () => {
  addTexts(app, ['before'], { host: 'outage' });
  await written(app);
  await app.ctx.db.execute('alter table log_entries rename to log_entries_away');
  const many = Array.from({ length: 3000 }, (_, n) => `meanwhile ${n}`);
  addTexts(app, many, { host: 'outage' });
  const warnings = () => app.logged.filter((line) => line.includes('could not be written yet'));
  await vi.waitFor(() => expect(warnings()).toHaveLength(1));
  addTexts(app, ['and later'], { host: 'outage' });
  expect(app.ctx.state.logs.buffer.size()).toBeGreaterThan(3000);
  await app.ctx.db.execute('alter table log_entries_away rename to log_entries');
  await vi.waitFor(async () => expect(await textsOf('outage')).toEqual(['before', ...many, 'and later']));
  expect(warnings()).toHaveLength(1);
});

it('writes the last lines before the portal ends', async () => {
  const other = await createTestApp();
  addTexts(other, ['the last words'], { host: 'end' });
  await other.http.close();
  const { rows } = await other.ctx.db.execute("select text from log_entries where host = 'end'");
  expect(rows).toEqual([{ text: 'the last words' }]);
});
