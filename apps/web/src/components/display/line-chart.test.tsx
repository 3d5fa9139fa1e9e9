import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LineChart } from './line-chart.tsx';

const textAt = (at: number) => `${at} ms`;

function show() {
  render(
    <LineChart
      runs={[[{ at: 0, value: 1 }]]}
      from={0}
      to={4800}
      values={[0, 1]}
      times={[]}
      reading={{ label: 'Value at a time', textAt }}
    />,
  );
  const reader = screen.getByRole('slider', { name: 'Value at a time' });
  vi.spyOn(reader, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 480, 120));
  return { reader, person: userEvent.setup() };
}

/** The test browser has no coordinates in pointer events. */
function move(element: Element, clientX: number, pointerType: string) {
  const event = createEvent.pointerMove(element);
  Object.defineProperties(event, { clientX: { value: clientX }, pointerType: { value: pointerType } });
  fireEvent(element, event);
}

it('says what is under the mouse, and nothing once it has left', () => {
  const { reader } = show();
  expect(reader.textContent).toBe('');
  move(reader, 220, 'mouse');
  expect(reader.textContent).toBe('1200 ms');
  move(reader, 9999, 'mouse');
  expect(reader.textContent).toBe('4800 ms');
  fireEvent.pointerLeave(reader, { pointerType: 'mouse' });
  expect(reader.textContent).toBe('');
});

it('keeps saying what a finger pointed at', () => {
  const { reader } = show();
  move(reader, 100, 'touch');
  fireEvent.pointerLeave(reader, { pointerType: 'touch' });
  expect(reader.textContent).toBe('0 ms');
});

it('is read with the arrow keys, which begin at the end and stay within', async () => {
  const { reader, person } = show();
  await person.tab();
  expect(reader.getAttribute('aria-valuetext')).toBe('4800 ms');
  await person.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(reader.textContent).toBe('4600 ms');
  await person.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(reader.getAttribute('aria-valuetext')).toBe('4800 ms');
  await person.keyboard('{Home}{ArrowLeft}');
  expect(reader.getAttribute('aria-valuetext')).toBe('0 ms');
  expect(reader.getAttribute('aria-valuenow')).toBe('0');
  await person.tab();
  expect(reader.textContent).toBe('');
});
