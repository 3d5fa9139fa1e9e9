/**
 * Scripts that run in the Structures page. Each returns figures in milliseconds.
 */

/** Resolves when the next frame is on the screen. */
const painted = `() => new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(undefined);
}))`;

/** Ticks and unticks the first tribes of the open menu; returns how long each took until number and map were painted. */
export const filterByTribes = `(async () => {
  const painted = ${painted};
  const status = [...document.querySelectorAll('[role=status]')].find(({ textContent }) => / structures$/.test(textContent));
  const times = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const before = status.textContent;
    const startedAt = performance.now();
    const boxes = document.querySelectorAll('fieldset input[type=checkbox]');
    boxes[turn % Math.min(6, boxes.length)].click();
    while (status.textContent === before) await new Promise((resolve) => setTimeout(resolve));
    await painted();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return times;
})()`;

/** Drags the map to and fro for 240 frames; returns the frames' lengths and how many tasks took over 50 ms. */
export const panTheMap = `(async () => {
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ['longtask'] });
  const canvas = document.querySelector('canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const send = (type, step) => canvas.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true,
    button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1,
    clientX: left + width / 2 + Math.sin(step / 20) * width / 3, clientY: top + height / 2 + Math.cos(step / 27) * height / 4,
  }));
  canvas.setPointerCapture = () => undefined;
  canvas.releasePointerCapture = () => undefined;
  send('pointerdown', 0);
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 1; step <= 240; step += 1) {
    send('pointermove', step);
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  send('pointerup', 240);
  observer.disconnect();
  return { frames, longTasks };
})()`;

/** Scrolls the list by ten rows in each of 120 frames; returns the frames' lengths. */
export const scrollTheList = `(async () => {
  const grid = document.querySelector('[role=grid][aria-label=Structures]');
  const scroller = [grid, ...grid.querySelectorAll('*')].find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1000);
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < 120; step += 1) {
    scroller.scrollTop += 600;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return frames;
})()`;
