import type { ServerResponse } from 'node:http';
import type { Scene } from '../model/scene.ts';
import { reportVoice } from '../voice/voice-report.ts';

const lookEveryMs = 1_000;

/** Notifies an open page whenever something on it changes. */
export function streamChanges(scene: Scene, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send = () => response.write('data: changed\n\n');
  let sent = JSON.stringify(reportVoice(scene));
  const timer = setInterval(() => {
    const now = JSON.stringify(reportVoice(scene));
    if (now !== sent) send();
    sent = now;
  }, lookEveryMs);
  timer.unref();
  scene.watchers.add(send);
  response.on('close', () => {
    scene.watchers.delete(send);
    clearInterval(timer);
  });
  response.on('error', () => {});
  response.write(': hello\n\n');
}

/** Served as a file: puts what has changed into the page without touching what someone is typing. */
export const liveScript = `
const regions = () => [...document.querySelectorAll('[data-live]')];
const known = new Map(regions().map((region) => [region.id, region.innerHTML]));
const toEnd = () => { const list = document.getElementById('messages'); if (list) list.scrollTop = list.scrollHeight; };
let isBusy = false;
let isStale = false;
const refresh = async () => {
  if (isBusy) { isStale = true; return; }
  isBusy = true;
  try {
    const reply = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html');
    for (const region of regions()) {
      const next = fresh.getElementById(region.id);
      if (!next || known.get(region.id) === next.innerHTML) continue;
      known.set(region.id, next.innerHTML);
      region.replaceChildren(...next.childNodes);
      if (region.id === 'messages') toEnd();
    }
  } catch {}
  isBusy = false;
  if (isStale) { isStale = false; void refresh(); }
};
const changes = new EventSource('/live');
changes.onmessage = refresh;
// Something may have happened before the stream was open, or while it was broken.
changes.onopen = refresh;
toEnd();
`;
