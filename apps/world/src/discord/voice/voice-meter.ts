/** What the voice server has received in one channel. */
export type VoiceMeter = {
  frames: number;
  silence: number;
  bytes: number;
  undecryptable: number;
  lastFrameAt: number | undefined;
  /** Arrivals of the last second. */
  recent: number[];
};

export type VoiceFigures = Omit<VoiceMeter, 'recent'> & { framesPerSecond: number };

export function createVoiceMeter(): VoiceMeter {
  return { frames: 0, silence: 0, bytes: 0, undecryptable: 0, lastFrameAt: undefined, recent: [] };
}

const windowMs = 1_000;
const silentFrame = Buffer.from([0xf8, 0xff, 0xfe]);

export function noteFrame(meter: VoiceMeter, opus: Buffer, now = Date.now()): void {
  if (opus.equals(silentFrame)) {
    meter.silence += 1;
    return;
  }
  meter.frames += 1;
  meter.bytes += opus.length;
  meter.lastFrameAt = now;
  meter.recent = [...meter.recent.filter((at) => at > now - windowMs), now];
}

export function figuresOf({ recent, ...figures }: VoiceMeter, now = Date.now()): VoiceFigures {
  return { ...figures, framesPerSecond: recent.filter((at) => at > now - windowMs).length };
}
