import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

function InlineAnchor(props: Props) {
  return <Anchor underline="always" {...props} />;
}

/** A link inside text. */
export const TextLink = createLink(InlineAnchor);
