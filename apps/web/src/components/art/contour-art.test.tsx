import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ContourArt } from './contour-art.tsx';

it('draws its lines as decoration, muted where something is not in use', async () => {
  const { container } = render(<ContourArt seed="Ragnarok" size="card" isMuted />);
  const svg = container.querySelector('svg');
  expect(svg?.getAttribute('aria-hidden')).toBe('true');
  expect(svg?.getAttribute('data-muted')).toBe('true');
  await waitFor(() => expect(container.querySelectorAll('path').length).toBeGreaterThan(5));
});
