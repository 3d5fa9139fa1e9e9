import { Checkbox, NumberInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ModeratorPower } from '@tribehall/contract';
import { powerNames, powerWords } from '../power-words.ts';

export type PowerValues = { powers: string[]; maxBanDays: number | string };

/** What someone may do, and for how long they may ban. */
export function PowerFields<Values extends PowerValues>({ form }: { form: UseFormReturnType<Values> }) {
  const values: PowerValues = form.values;
  return (
    <>
      <Checkbox.Group label="May" {...form.getInputProps('powers')}>
        <Stack gap="sm" mt="xs">
          {powerNames.map((power) => (
            <Checkbox
              key={power}
              value={power}
              label={powerWords[power].label}
              description={powerWords[power].effect}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {values.powers.includes('ban') ? (
        <NumberInput
          label="Longest ban, in days"
          description="Leave it empty for no limit."
          min={1}
          max={3650}
          allowDecimal={false}
          {...form.getInputProps('maxBanDays')}
        />
      ) : null}
    </>
  );
}

export function toPowers({ powers, maxBanDays }: PowerValues): { powers: ModeratorPower[]; maxBanDays: number | null } {
  return {
    powers: powerNames.filter((power) => powers.includes(power)),
    maxBanDays: maxBanDays === '' || !powers.includes('ban') ? null : Number(maxBanDays),
  };
}

export const powerRules = { powers: (powers: string[]) => (powers.length === 0 ? 'Choose at least one.' : null) };
