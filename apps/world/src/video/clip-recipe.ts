import type { Song } from './songs.ts';

/** The files of one song, in its folder. */
export const clipFiles = { clip: 'clip.mp4', thumbnail: 'thumbnail.jpg', hls: 'hls.m3u8', dash: 'dash.mpd' } as const;

const pictureSize = '320x180';
const picturesPerSecond = 8;
const pieceSeconds = 4;

/** What ffmpeg is asked, one command after the other, in the song's folder. */
export function clipCommands(song: Song): string[][] {
  const commands = [
    [
      ['-f', 'lavfi', '-i', picture(song), '-f', 'lavfi', '-i', sound(song)],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '34', '-pix_fmt', 'yuv420p', '-threads', '1'],
      ['-g', String(picturesPerSecond * pieceSeconds), '-keyint_min', String(picturesPerSecond * pieceSeconds)],
      ['-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', clipFiles.clip],
    ].flat(),
    ['-ss', '1', '-i', clipFiles.clip, '-frames:v', '1', '-q:v', '6', clipFiles.thumbnail],
  ];
  if (song.delivery === 'hls')
    commands.push(
      [
        ['-i', clipFiles.clip, '-c', 'copy', '-f', 'hls', '-hls_time', String(pieceSeconds)],
        ['-hls_playlist_type', 'vod', '-hls_segment_filename', 'piece-%d.ts', clipFiles.hls],
      ].flat(),
    );
  if (song.delivery === 'dash')
    commands.push(
      [
        ['-i', clipFiles.clip, '-map', '0', '-c', 'copy', '-f', 'dash', '-seg_duration', String(pieceSeconds)],
        ['-init_seg_name', 'start-$RepresentationID$.m4s'],
        ['-media_seg_name', 'piece-$RepresentationID$-$Number$.m4s', clipFiles.dash],
      ].flat(),
    );
  return commands;
}

function picture({ picture: kind, seconds, melody }: Song): string {
  const size = `s=${pictureSize}:r=${picturesPerSecond}:d=${seconds}`;
  return kind === 'bars' ? `testsrc2=${size}` : `gradients=${size}:speed=0.02:seed=${melody.rootHz}`;
}

/** A plucked tone for each note: a sine that fades, with a weaker one an octave above. */
function sound({ seconds, melody: { rootHz, notesPerSecond, notes } }: Song): string {
  const step = `mod(floor(t*${notesPerSecond}),${notes.length})`;
  const hz = notes.map((note, at) => {
    const value = note === null ? 0 : rootHz * 2 ** (note / 12);
    return `eq(${step},${at})*${value.toFixed(2)}`;
  });
  const fade = `exp(-4*mod(t,1/${notesPerSecond}))`;
  const tone = `0.3*sin(2*PI*t*(${hz.join('+')}))+0.1*sin(4*PI*t*(${hz.join('+')}))`;
  return `aevalsrc='(${tone})*${fade}':s=22050:d=${seconds}`;
}
