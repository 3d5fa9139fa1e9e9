import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

/** As the queries read it. */
function read(selector: string) {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  const style = getComputedStyle(element);
  const { display, pointerEvents: pointer, color } = style;
  return { display, visibility: style.getPropertyValue('visibility'), pointer, color };
}

const rules = `
  .gone { display: none; } .unseen { visibility: hidden; } .untouched { pointer-events: none; } .red { color: red; }
  @media (min-width: 1px) { .narrow { display: flex; } } @media (max-width: 1px) { .wide { display: none; } }`;

it('knows what rules, the elements around and an element itself say', () => {
  render(
    <>
      <style>{rules}</style>
      <p className="plain red">p</p>
      <p className="gone">p</p>
      <p className="untouched">p</p>
      <div className="unseen">
        <p className="inside">p</p>
        <p className="shown" style={{ visibility: 'visible' }}>
          p
        </p>
      </div>
      <p className="narrow">p</p>
      <p className="wide">p</p>
      <p className="own" style={{ display: 'grid' }}>
        p
      </p>
      <dialog className="closed" />
      <dialog className="open" open />
    </>,
  );
  expect(read('.plain')).toEqual({ display: 'block', visibility: '', pointer: '', color: 'red' });
  expect(read('.gone').display).toBe('none');
  expect(read('.untouched').pointer).toBe('none');
  expect(['.unseen', '.inside', '.shown'].map((name) => read(name).visibility)).toEqual([
    'hidden',
    'hidden',
    'visible',
  ]);
  expect(['.narrow', '.wide', '.own'].map((name) => read(name).display)).toEqual(['flex', 'block', 'grid']);
  expect(['.closed', '.open'].map((name) => read(name).display)).toEqual(['none', 'block']);
});

it('notices rules that come and go', () => {
  const { rerender } = render(<p>p</p>);
  expect(read('p').display).toBe('block');
  rerender([<p key="p">p</p>, <style key="style">{'p { display: none; }'}</style>]);
  expect(read('p').display).toBe('none');
  rerender(<p>p</p>);
  expect(read('p').display).toBe('block');
});
