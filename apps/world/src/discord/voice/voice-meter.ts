/** What the voice server has received in one channel. */
export type VoiceMeter = {
  frames: number;
  silence: number;
  bytes: number;
  /** Frames that everyone in the channel could decrypt end to end. */
  endToEnd: number;
  undecryptable: number;
  /** Frames with sound from someone who may not speak: nobody hears them. */
  dropped: number;
  /** Packets of a speaker that never came. */
  lost: number;
  lastFrameAt: number | undefined;
  /** Arrivals of the last second. */
  recent: number[];
};

export type VoiceFigures = Omit<VoiceMeter, 'recent'> & { framesPerSecond: number };

export function createVoiceMeter(): VoiceMeter {
  return {
    frames: 0,
    silence: 0,
    bytes: 0,
    endToEnd: 0,
    undecryptable: 0,
    dropped: 0,
    lost: 0,
    lastFrameAt: undefined,
    recent: [],
  };
}

const windowMs = 1_000;
const silentFrame = Buffer.from([0xf8, 0xff, 0xfe]);

/** `null` is a frame that someone in the channel could not decrypt. */
export type HeardFrame = { opus: Buffer; isEndToEnd: boolean } | null;

/** Sent in the clear, also where everything else is encrypted end to end. */
export function isSilent(frame: Buffer): boolean {
  return frame.equals(silentFrame);
}

export function noteFrame(meter: VoiceMeter, heard: HeardFrame, now = Date.now()): void {
  if (!heard) {
    meter.undecryptable += 1;
    return;
  }
  const { opus, isEndToEnd } = heard;
  if (isSilent(opus)) {
    meter.silence += 1;
    return;
  }
  meter.frames += 1;
  if (isEndToEnd) meter.endToEnd += 1;
  meter.bytes += opus.length;
  meter.lastFrameAt = now;
  meter.recent = [...meter.recent.filter((at) => at > now - windowMs), now];
}

export function noteDropped(meter: VoiceMeter, frame: Buffer | undefined): void {
  if (frame && !isSilent(frame)) meter.dropped += 1;
}

export function figuresOf({ recent, ...figures }: VoiceMeter, now = Date.now()): VoiceFigures {
  return { ...figures, framesPerSecond: recent.filter((at) => at > now - windowMs).length };
}
