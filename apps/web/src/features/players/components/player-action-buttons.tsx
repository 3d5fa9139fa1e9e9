import { Button, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { missingRight } from '../../../lib/servers/viewer.ts';
import { actionsFor, playerActions, refusalOf, type PlayerAction } from '../player-actions.ts';

type Props = {
  situation: Parameters<typeof refusalOf>[1];
  /** Without those that the user has no right to. */
  isOnlyAllowed?: boolean;
  onAction: (action: PlayerAction) => void;
  /** Opens the choice of kind, reason, length and servers; undefined for those who may not. */
  onSanction?: (() => void) | undefined;
};

/** Unavailable actions stay visible, with the reason. */
export function PlayerActionButtons({ situation, isOnlyAllowed = false, onAction, onSanction }: Props) {
  const id = useId();
  const offered = actionsFor(situation).filter(
    (name) => !isOnlyAllowed || missingRight(situation.viewer, playerActions[name].right) === undefined,
  );
  const refusals = offered.map((name) => ({ name, reason: refusalOf(name, situation) }));
  const reasons = [...new Set(refusals.flatMap(({ reason }) => reason ?? []))];
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {refusals.map(({ name, reason }) => {
          const { label, ...look } = playerActions[name];
          return (
            <Button
              key={name}
              variant={'isDangerous' in look ? 'outline' : 'default'}
              {...('isDangerous' in look && { color: 'danger' })}
              disabled={reason !== undefined}
              aria-describedby={reason === undefined ? undefined : `${id}-${reasons.indexOf(reason)}`}
              onClick={() => onAction(name)}
            >
              {label}
            </Button>
          );
        })}
        {onSanction === undefined ? null : (
          <Button variant="default" onClick={onSanction}>
            Sanction…
          </Button>
        )}
      </Group>
      {reasons.map((reason, index) => (
        <Text key={reason} size="sm" c="dimmed" id={`${id}-${index}`}>
          {labelsOf(refusals, reason)}: {reason}
        </Text>
      ))}
    </Stack>
  );
}

function labelsOf(refusals: { name: PlayerAction; reason: string | undefined }[], reason: string): string {
  return refusals
    .filter((refusal) => refusal.reason === reason)
    .map(({ name }) => playerActions[name].label)
    .join(', ');
}
