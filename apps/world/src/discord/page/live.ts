import type { ServerResponse } from 'node:http';
import type { Scene } from '../model/scene.ts';
import { reportVoice } from '../voice/voice-report.ts';

const lookEveryMs = 1_000;

/** Tells an open page whenever there is something new on it. */
export function streamChanges(scene: Scene, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const tell = () => response.write('data: changed\n\n');
  let heard = JSON.stringify(reportVoice(scene));
  const timer = setInterval(() => {
    const now = JSON.stringify(reportVoice(scene));
    if (now !== heard) tell();
    heard = now;
  }, lookEveryMs);
  timer.unref();
  scene.watchers.add(tell);
  response.on('close', () => {
    scene.watchers.delete(tell);
    clearInterval(timer);
  });
  response.on('error', () => {});
  response.write(': hello\n\n');
}
