const tags = /<RichColor[^<>]{0,100}>|<\/>/gi;
const tagStarts = /<(?=RichColor|\/>)/gi;

/** Takes away the colours the game writes into tribe logs, and what would colour or hide a text sent to it. */
export function withoutRichColor(text: string): string {
  // What is left may join into a new tag, so the start of one is broken up.
  return text.replace(tags, '').replace(tagStarts, '< ');
}
