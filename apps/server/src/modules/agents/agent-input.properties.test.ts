import { agentEvents, agentLimits } from '@tribehall/contract/agent/agent.contract';
import { inputOf } from '@tribehall/contract/any-input.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEvents } from './agent-events.ts';
import { findExceededLimit } from './frame-limits.ts';

const leaf = fc.oneof(fc.string(), fc.constantFrom('[', '{', '"', '\\', '\\"', ']'), fc.integer(), fc.constant(null));

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, part) => sum + countOf(part), 0);
}

it('refuses a frame exactly if it is nested too deep, whatever stands in its texts', () => {
  const nested = fc
    .tuple(fc.integer({ min: 10, max: 22 }), leaf, fc.string(), fc.boolean())
    .map(([depth, value, key, isList]) => {
      let frame: unknown = value;
      for (let level = 0; level < depth; level += 1)
        frame = isList ? [leafText(level), frame] : { [key]: frame, a: '"\\[' };
      return frame;
    });
  fc.assert(
    fc.property(nested, (frame) => {
      const isRefused = findExceededLimit(Buffer.from(JSON.stringify(frame))) !== undefined;
      expect(isRefused).toBe(depthOf(frame) > agentLimits.maxFrameDepth);
    }),
  );
});

const leafText = (level: number) => (level % 2 === 0 ? '"' : '\\');

it('lets no frame pass that has more values than allowed', () => {
  fc.assert(
    fc.property(leaf, fc.integer({ min: -3, max: 3 }), (value, step) => {
      const frame = Array.from({ length: agentLimits.maxFrameValues + step }, () => value);
      const isRefused = findExceededLimit(Buffer.from(JSON.stringify(frame))) !== undefined;
      if (countOf(frame) > agentLimits.maxFrameValues + 1) expect(isRefused).toBe(true);
      if (countOf(frame) < agentLimits.maxFrameValues) expect(isRefused).toBe(false);
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 20) },
  );
});

it('applies or rejects each event of any batch, in its place, never in the future and never long ago', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  const known = Object.entries(agentEvents).map(([type, schema]) => inputOf(schema).map((data) => ({ type, data })));
  const event = fc.oneof(
    ...known,
    fc.record({ type: fc.constantFrom('__proto__', 'toString', 'x'), data: fc.jsonValue() }),
  );
  const sent = fc
    .tuple(event, fc.date({ noInvalidDate: true }), fc.nat())
    .map(([{ type, data }, at, seq]) => ({ seq, at, type, data }));
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 5 }), fc.integer(), (events, clockAheadMs) => {
      const parsed = parseEvents('s', events, { now, clockAheadMs });
      expect(parsed.map(({ seq, type }) => ({ seq, type }))).toEqual(events.map(({ seq, type }) => ({ seq, type })));
      for (const one of parsed) {
        if ('rejected' in one) expect(one.rejected).not.toBe('');
        else
          expect(now.getTime() - one.event.at.getTime()).toBe(Math.min(30 * 86_400_000, Math.max(0, one.event.ageMs)));
      }
    }),
  );
});
