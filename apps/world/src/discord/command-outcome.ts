import { repliesTo } from './model/interactions.ts';
import type { Interaction } from './model/kept.ts';
import type { Scene } from './model/scene.ts';
import type { CommandOutcome } from './steering-messages.ts';

const lookEveryMs = 20;

export function outcomeOf(scene: Scene, interaction: Interaction): CommandOutcome {
  return {
    interactionId: interaction.id,
    state: interaction.state,
    replies: repliesTo(scene, interaction).map(({ message, onlyFor }) => ({
      ...message,
      ...(onlyFor ? { onlyFor } : {}),
    })),
  };
}

/** Until the bot has said something, but not for ever. */
export async function settled(interaction: Interaction, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  while (interaction.state !== 'answered' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
